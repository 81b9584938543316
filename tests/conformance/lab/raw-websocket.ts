import {
  CHUNK_HEADER_BYTES,
  readChunkFrame,
  writeChunkHeader,
} from '@holbench/protocol/chunk-frame';
import { DownMessage } from '@holbench/protocol/messages/down';
import { parseJson } from '@holbench/protocol/parse';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { vi } from 'vitest';
import { WebSocket } from 'ws';

/** A WebSocket client that sends whatever it is told to, and may stop reading. */
export class RawWebSocket implements Disposable {
  readonly messages: DownMessage[] = [];
  /** Bytes of chunks received. */
  chunkBytes = 0;
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
      if (isBinary) this.chunkBytes += readChunkFrame(bytes).bytes.byteLength;
      else this.messages.push(parseJson(DownMessage, bytes.toString('utf8')));
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
              (message.type !== 'event' && message.requestId === requestId)),
        );
        if (!found) throw new Error(`no ${type} among ${JSON.stringify(this.messages)}`);
        return found as Extract<DownMessage, { type: Type }>;
      },
      { timeout: 5_000, interval: 10 },
    );
  }

  stopReading(): void {
    this.#webSocket.pause();
  }

  /** Goes without a word, as a crashed client does. */
  [Symbol.dispose](): void {
    this.#webSocket.terminate();
  }
}
