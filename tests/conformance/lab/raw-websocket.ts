import {
  CHUNK_HEADER_BYTES,
  type ChunkFrame,
  readChunkFrame,
  writeChunkHeader,
} from '@holbench/protocol/chunk-frame';
import { splitBatch } from '@holbench/protocol/message-batch';
import { DownMessage } from '@holbench/protocol/messages/down';
import { parseJson } from '@holbench/protocol/parse';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { vi } from 'vitest';
import { WebSocket } from 'ws';

/** A WebSocket client that sends whatever it is told to, and may stop reading. */
export class RawWebSocket implements Disposable {
  readonly messages: DownMessage[] = [];
  /** The chunks that have come, in their order, whatever their encoding. */
  readonly chunks: { requestId: number; index: number; length: number; isText: boolean }[] = [];
  /** Whether it tells the server of each chunk that has come, as a page does. */
  acknowledges = false;
  readonly #webSocket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
    this.closed = new Promise((resolve) => {
      webSocket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    webSocket.on('error', () => {});
    webSocket.on('message', (data, isBinary) => {
      const bytes = data as Buffer<ArrayBuffer>;
      if (isBinary) this.#receiveChunk(readChunkFrame(bytes), false);
      else for (const json of splitBatch(bytes.toString('utf8'))) this.#receive(json);
    });
  }

  static async open(port: number, protocol = WEBSOCKET_SUBPROTOCOL): Promise<RawWebSocket> {
    const webSocket = new WebSocket(`wss://127.0.0.1:${port}/ws`, protocol, {
      rejectUnauthorized: false,
      perMessageDeflate: false,
    });
    const raw = new RawWebSocket(webSocket);
    await new Promise((resolve, reject) => {
      webSocket.once('open', resolve);
      webSocket.once('error', reject);
    });
    return raw;
  }

  /** A text message: JSON, or bytes as they are. */
  sendText(message: unknown): void {
    const isBytes = message instanceof Uint8Array;
    this.#webSocket.send(isBytes ? message : JSON.stringify(message), { binary: false });
  }

  sendBinary(bytes: Uint8Array): void {
    this.#webSocket.send(bytes, { binary: true });
  }

  sendChunk(requestId: number, index: number, chunk: Uint8Array): void {
    const frame = new Uint8Array(CHUNK_HEADER_BYTES + chunk.byteLength);
    writeChunkHeader(frame, requestId, index);
    frame.set(chunk, CHUNK_HEADER_BYTES);
    this.sendBinary(frame);
  }

  /** Resolves with the first message of this type (and request), now or later. */
  async message<Type extends DownMessage['type']>(
    type: Type,
    requestId?: number | null,
  ): Promise<Extract<DownMessage, { type: Type }>> {
    return vi.waitFor(
      () => {
        const found = this.messages.find(
          (message) =>
            message.type === type &&
            (requestId === undefined ||
              ('requestId' in message && message.requestId === requestId)),
        );
        if (!found) throw new Error(`no ${type} among ${JSON.stringify(this.messages)}`);
        return found as Extract<DownMessage, { type: Type }>;
      },
      { timeout: 5_000, interval: 10 },
    );
  }

  #receive(json: string): void {
    const message = parseJson(DownMessage, json);
    if (message.type !== 'chunk') return void this.messages.push(message);
    const { requestId, index, data } = message;
    this.#receiveChunk(
      { requestId, index, bytes: new Uint8Array(Buffer.from(data, 'base64')) },
      true,
    );
  }

  #receiveChunk({ requestId, index, bytes }: ChunkFrame, isText: boolean): void {
    this.chunks.push({ requestId, index, length: bytes.byteLength, isText });
    if (this.acknowledges) this.sendText({ type: 'chunkReceived', requestId, index });
  }

  stopReading(): void {
    this.#webSocket.pause();
  }

  /** Goes without a word, as a crashed client does. */
  [Symbol.dispose](): void {
    this.#webSocket.terminate();
  }
}
