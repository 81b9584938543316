import type {
  CoValue,
  CoValueSummary,
  CoValueText,
  FileDeclaration,
  FileInfo,
  Mutation,
  MutationEvent,
} from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';

/** Result of an operation, with its bytes, end time and protocol. */
export interface Completed<Value> {
  readonly value: Value;
  /** Payload bytes moved; for text its JSON, without the transport's envelope. */
  readonly bytes: number;
  /** `performance.now()` when the last byte of the answer was in the page. */
  readonly endedAtMs: number;
  /**
   * `nextHopProtocol` of the request's resource entry, or `websocket` for an upgraded socket. It
   * may arrive after the operation; awaiting it is never timed. `unproven` if none arrives.
   */
  readonly protocol: Promise<string>;
}

/** A file to upload, made piece by piece: the same bytes at every call, whatever the chunk size. */
export interface FileSource {
  readonly declaration: FileDeclaration;
  /** `chunkBytes` bytes from `index * chunkBytes` on, fewer for the last chunk. */
  chunk(index: number, chunkBytes: number): Uint8Array<ArrayBuffer>;
}

/** Before a lost connection, or a file that failed, is asked for again, in ms: what a page waits first. */
export const FIRST_BACK_OFF_MS = 250;

/** Called on progress, with the number of additional bytes. */
export type OnBytes = (bytes: number) => void;

/**
 * Called when it is known when the message left the browser, with `performance.now()` of that moment; null: it was
 * given up before. The last call counts; without any it is not known.
 */
export type OnLeft = (atMs: number | null) => void;

export interface Subscription {
  /** The last event id before the subscription began. */
  readonly eventId: number;
  /**
   * Rejects with a `TransportError` when the subscription ends without `close()`: the server broke
   * the protocol, or refused to resume. A lost connection is made anew.
   */
  readonly failed: Promise<never>;
  /** Events that it got again, and did not tell. */
  readonly repeated: () => number;
  /** Ends it; resolves to the protocol that carried it. */
  close(): Promise<string>;
}

/**
 * The page's side of a transport: twins in `http-transport.ts` and `websocket-transport.ts`. Every
 * promise rejects with a `TransportError` (code, message) on failure and when `signal` aborts.
 */
export interface ClientTransport {
  /** Requests that are under way now, with those of files and event streams. */
  readonly openRequests: number;
  list(signal: AbortSignal): Promise<Completed<CoValueSummary[]>>;
  load(id: CoValueId, signal: AbortSignal, onLeft?: OnLeft): Promise<Completed<CoValue>>;
  /**
   * Downloads a file, holding no more than a chunk of it, and checks its length and xxHash64.
   * @param onBytes is told of payload bytes as they come into the page.
   */
  loadFile(id: CoValueId, signal: AbortSignal, onBytes?: OnBytes): Promise<Completed<FileInfo>>;
  /** Prepares `count` downloads at once, so that making their hashers is not timed. */
  prepareDownloads(count: number): Promise<void>;
  create(text: CoValueText, signal: AbortSignal): Promise<Completed<CoValueId>>;
  /** @param onBytes is told of payload bytes as the server acknowledges them. */
  createWithFile(
    text: CoValueText,
    source: FileSource,
    signal: AbortSignal,
    onBytes?: OnBytes,
  ): Promise<Completed<CoValueId>>;
  mutate(
    id: CoValueId,
    mutation: Mutation,
    signal: AbortSignal,
    onLeft?: OnLeft,
  ): Promise<Completed<number>>;
  /** Resolves when the server has confirmed the subscription; reconnects resume without loss. */
  subscribe(
    id: CoValueId,
    onEvent: (event: MutationEvent) => void,
    signal: AbortSignal,
  ): Promise<Subscription>;
  close(): void;
}

/** Protocol of an operation without evidence: `nextHopProtocol` is empty. */
export const UNPROVEN = 'unproven';

/** The one protocol of an operation made of several requests; `unproven` if they differ. */
export async function sameProtocol(protocols: Iterable<Promise<string>>): Promise<string> {
  const distinct = new Set(await Promise.all(protocols));
  const [first = UNPROVEN] = distinct;
  return distinct.size === 1 ? first : UNPROVEN;
}
