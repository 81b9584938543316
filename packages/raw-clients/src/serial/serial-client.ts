import type { CoValueText, Mutation } from '@holbench/protocol/covalue';
import type { TcpProtocol } from '../open-client.ts';

/**
 * One user with connections of its own, who does one operation after the other. Cheap, so that the
 * server stays the bottleneck: of an answer, only status, type and length are read.
 *
 * Payload bytes are those of HTTP's body or an event's data, on every transport: what encloses them
 * on a WebSocket is not counted.
 */
export interface SerialClient extends AsyncDisposable {
  /** Proven: by ALPN and the version in the answer, or by the WebSocket upgrade. */
  readonly protocol: TcpProtocol;
  /**
   * Each resolves with the payload bytes of the answer.
   * @throws LabError for a refusal; Error for a closed connection or a broken answer.
   */
  list(): Promise<number>;
  load(id: string): Promise<number>;
  create(text: CoValueText): Promise<number>;
  mutate(id: string, mutation: Mutation): Promise<number>;
  /** Events of a CoValue from now on. Resolves when the server has subscribed it. */
  subscribe(id: string): Promise<void>;
  /**
   * Resolves when the next event that was not yet taken has arrived, at once when it is there
   * already.
   */
  nextEvent(): Promise<number>;
  /**
   * Counts and discards a file in the encoding `raw`.
   * @param onFirstByte when the first payload byte is there.
   * @throws Error for another length than announced.
   */
  download(id: string, onFirstByte: () => void): Promise<number>;
}
