import { readChunkFrame } from '@holbench/protocol/chunk-frame';
import { splitBatch } from '@holbench/protocol/message-batch';
import { DownMessage, type Welcome } from '@holbench/protocol/messages';
import { parseJson } from '@holbench/protocol/parse';
import type { Connection, SendResult } from '../connection.ts';

/** For tests: a peer whose reading is switched on and off. */
export class FakePeer implements Connection {
  /** What the session said of itself at the beginning. */
  welcome: Welcome | null = null;
  readonly messages: DownMessage[] = [];
  readonly chunks: number[] = [];
  /** WebSocket messages, whatever is in them. */
  sends = 0;
  closedWith: number | undefined;
  reads = true;
  readonly #closing = new AbortController();
  readonly closed = this.#closing.signal;
  #drained: PromiseWithResolvers<void> | null = null;

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.closed.aborted) return 'closed';
    this.sends++;
    if (typeof data !== 'string') this.chunks.push(readChunkFrame(data).index);
    else for (const json of splitBatch(data)) this.#receive(parseJson(DownMessage, json));
    return this.reads ? 'sent' : 'full';
  }

  async drained(): Promise<void> {
    if (this.reads || this.closed.aborted) return;
    this.#drained ??= Promise.withResolvers();
    await this.#drained.promise;
  }

  readOn(): void {
    this.reads = true;
    this.#drained?.resolve();
    this.#drained = null;
  }

  close(code?: number): void {
    this.closedWith = code;
    this.leave();
  }

  leave(): void {
    this.#closing.abort();
    this.#drained?.resolve();
  }

  #receive(message: DownMessage): void {
    if (message.type === 'welcome') this.welcome = message;
    else if (message.type === 'chunk') this.chunks.push(message.index);
    else this.messages.push(message);
  }
}
