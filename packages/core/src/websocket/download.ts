import type { BulkWindow } from '@holbench/protocol/flow/bulk-window';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import { LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import type { DownMessage } from '@holbench/protocol/messages';
import { sendAndDrain, type Connection } from '../connection.ts';
import { toBase64 } from '../files/base64-chunks.ts';
import type { Chunk } from '../files/read-chunks.ts';
import type { LabApp } from '../lab-app.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import { Waiters } from '../waiters.ts';

/** One download of a WebSocket connection, in the window that all of its downloads share. */
export class Download {
  readonly #lab: LabApp;
  readonly #connection: Connection;
  readonly #chunks: ChunkQueue;
  readonly #window: BulkWindow | null;
  readonly #requestId: number;
  /** Length by index of in-flight chunks; empty where chunks are not acknowledged. */
  readonly #unacknowledged = new Map<number, number>();
  #sent = 0;
  readonly #settled = new Waiters();

  /**
   * @param chunks of all downloads of the connection.
   * @param window null where chunks are not acknowledged.
   */
  constructor(
    lab: LabApp,
    connection: Connection,
    chunks: ChunkQueue,
    window: BulkWindow | null,
    requestId: number,
  ) {
    this.#lab = lab;
    this.#connection = connection;
    this.#chunks = chunks;
    this.#window = window;
    this.#requestId = requestId;
  }

  /** Resolves when the receiver has all that was sent, or the connection has closed. */
  async send(id: CoValueId, cancelled: AbortSignal): Promise<void> {
    const { file, chunks } = this.#lab.loadFile(id, CHUNK_HEADER_BYTES);
    const requestId = this.#requestId;
    const begin: DownMessage = { type: 'fileBegin', requestId, file, ...this.#lab.chunkForm };
    // Sent without batching, because its chunks must not overtake it.
    await sendAndDrain(this.#connection, JSON.stringify(begin));
    for await (const chunk of chunks) {
      const admitted = await this.#admitted(chunk.bytes.byteLength, cancelled);
      const isSent = admitted && (await this.#chunks.send(this.#encode(chunk), chunk.release));
      if (!isSent) {
        this.#lab.countBrokenTransfer();
        break;
      }
    }
    // In-flight chunks keep their place in the window, also after a cancel.
    if (this.#unacknowledged.size > 0) await this.#settled.wait();
  }

  /** The receiver has chunk `index`. @throws LabError `chunk_index`, `chunk_repeated`. */
  acknowledge(index: number): void {
    const length = this.#unacknowledged.get(index);
    if (length === undefined) {
      if (index < this.#sent)
        throw new LabError('chunk_repeated', `chunk ${index} was acknowledged before`);
      throw new LabError('chunk_index', `chunk ${index} was not sent`);
    }
    this.#unacknowledged.delete(index);
    this.#window?.leave(length);
    if (this.#unacknowledged.size === 0) this.#settled.wake();
  }

  /** The connection has closed. */
  abandon(): void {
    this.#unacknowledged.clear();
    this.#settled.wake();
  }

  async #admitted(length: number, cancelled: AbortSignal): Promise<boolean> {
    if (!this.#window) return !cancelled.aborted;
    const admitted = await this.#window.enter(length, cancelled);
    if (admitted) this.#unacknowledged.set(this.#sent++, length);
    return admitted;
  }

  #encode({ index, bytes, frame }: Chunk): string | Uint8Array<ArrayBuffer> {
    const requestId = this.#requestId;
    if (this.#lab.chunkForm.encoding === 'raw') {
      writeChunkHeader(frame, requestId, index);
      return frame;
    }
    const chunk: DownMessage = { type: 'chunk', requestId, index, data: toBase64(bytes) };
    return JSON.stringify(chunk);
  }
}
