import type { PageSettings } from '@holbench/factors/page-settings';
import { MessageBatch } from '@holbench/protocol/message-batch';
import type { OnLeft } from '@holbench/scenarios/port/client-transport';
import { utf8Bytes } from './utf8.ts';

/** How often it is looked whether a message has left: well below what would be called late. */
const LOOK_MS = 5;

type Socket = Pick<WebSocket, 'send' | 'bufferedAmount'> & { readonly readyState: number };

/** A message that may still be in the socket's buffer. */
interface Departing {
  /** Bytes that are sent when it is. */
  readonly endsAt: number;
  readonly onLeft: OnLeft;
}

/**
 * What a page sends on one socket, in its order. Small messages are batched for the server's `batchMs`; before its
 * first message they are sent one by one.
 */
export class OutgoingMessages {
  readonly #socket: Socket;
  readonly #batch = new MessageBatch();
  /** Of messages in the batch. */
  readonly #inBatch: OnLeft[] = [];
  readonly #departing: Departing[] = [];
  /** Chunks that wait until the socket has sent all that it was given; null: none do (factor `send-order`). */
  readonly #chunks: (string | Uint8Array<ArrayBuffer>)[] | null;
  /** Whether it looks whether the next of these may go. */
  #isWaiting = false;
  /** Bytes given to the socket so far. */
  #bytes = 0;
  #batchMs = 0;
  /**
   * Leaves the task that sends. A timer set in a timer's task, such as a probe's, is never shorter
   * than 4 ms (HTML, "timer initialisation steps"; the same holds for a delayed
   * `scheduler.postTask` in Chromium). A timer set in a message's task is exact.
   */
  readonly #channel = new MessageChannel();

  constructor(socket: Socket, sendOrder: PageSettings['sendOrder'] = 'default') {
    this.#socket = socket;
    this.#chunks = sendOrder === 'messages-first' ? [] : null;
    this.#channel.port1.addEventListener('message', () => {
      setTimeout(() => this.flush(), this.#batchMs);
    });
    this.#channel.port1.start();
  }

  batchFor(batchMs: number): void {
    this.#batchMs = batchMs;
  }

  /** @param onLeft is called when the socket has given the message to the network. */
  send(json: string, onLeft?: OnLeft): void {
    if (this.#batchMs === 0) return this.#writeText(json, onLeft ? [onLeft] : []);
    if (!this.#batch.hasRoomFor(json)) this.flush();
    if (this.#batch.isEmpty) this.#channel.port2.postMessage(null);
    this.#batch.add(json);
    if (onLeft) this.#inBatch.push(onLeft);
  }

  /** A chunk of a file, which is never batched. */
  sendChunk(chunk: string | Uint8Array<ArrayBuffer>): void {
    if (!this.#chunks) return this.#writeChunk(chunk);
    this.#chunks.push(chunk);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#writeNextChunk();
  }

  /** A socket has no event for it. */
  #writeNextChunk(): void {
    while (this.#socket.bufferedAmount === 0) {
      const next = this.#chunks?.shift();
      if (next === undefined) break;
      this.#writeChunk(next);
    }
    this.#isWaiting = this.#chunks?.length !== 0 && this.#socket.readyState <= WebSocket.OPEN;
    if (this.#isWaiting) setTimeout(() => this.#writeNextChunk(), LOOK_MS);
  }

  #writeChunk(chunk: string | Uint8Array<ArrayBuffer>): void {
    // As JSON it is ASCII.
    this.#write(chunk, chunk.length, []);
  }

  /** Sends the waiting messages. */
  flush(): void {
    if (!this.#batch.isEmpty) this.#writeText(this.#batch.take(), this.#inBatch.splice(0));
  }

  /** Tells of the messages that have left by now. */
  #look(): void {
    const sent = this.#bytes - this.#socket.bufferedAmount;
    while (this.#departing[0] !== undefined && this.#departing[0].endsAt <= sent) {
      this.#departing.shift()?.onLeft(performance.now());
    }
  }

  #writeText(text: string, onLeft: readonly OnLeft[]): void {
    this.#write(text, utf8Bytes(text), onLeft);
  }

  #write(data: string | Uint8Array<ArrayBuffer>, bytes: number, onLeft: readonly OnLeft[]): void {
    this.#socket.send(data);
    this.#bytes += bytes;
    const isLooking = this.#departing.length > 0;
    this.#departing.push(...onLeft.map((each) => ({ endsAt: this.#bytes, onLeft: each })));
    if (!isLooking) this.#lookAgain();
  }

  #lookAgain(): void {
    if (this.#departing.length === 0) return;
    setTimeout(() => {
      this.#look();
      // What a closed socket still holds never leaves.
      if (this.#socket.readyState > WebSocket.OPEN) this.#departing.length = 0;
      this.#lookAgain();
    }, LOOK_MS);
  }
}
