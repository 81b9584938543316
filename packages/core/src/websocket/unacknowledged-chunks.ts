import type { BulkWindow } from '@holbench/flow/bulk-window';
import { LabError } from '@holbench/protocol/errors';
import { Waiters } from '../waiters.ts';

/** The chunks of one download that are on their way, in the window that all of its connection share. */
export class UnacknowledgedChunks {
  readonly #window: BulkWindow;
  readonly #cancelled: AbortSignal;
  /** Length by index. */
  readonly #lengths = new Map<number, number>();
  #sent = 0;
  readonly #settled = new Waiters();

  /** @param cancelled Ends the wait for a place in the window. */
  constructor(window: BulkWindow, cancelled: AbortSignal) {
    this.#window = window;
    this.#cancelled = cancelled;
  }

  /** Resolves when the next chunk, of `length` bytes, may be sent. @returns false when cancelled. */
  async enter(length: number): Promise<boolean> {
    const admitted = await this.#window.enter(length, this.#cancelled);
    if (admitted) this.#lengths.set(this.#sent++, length);
    return admitted;
  }

  /** The receiver has chunk `index`. @throws LabError `chunk_index`, `chunk_repeated`. */
  acknowledge(index: number): void {
    const length = this.#lengths.get(index);
    if (length === undefined) {
      if (index < this.#sent)
        throw new LabError('chunk_repeated', `chunk ${index} was acknowledged before`);
      throw new LabError('chunk_index', `chunk ${index} was not sent`);
    }
    this.#lengths.delete(index);
    this.#window.leave(length);
    if (this.#lengths.size === 0) this.#settled.wake();
  }

  /** The connection has closed. */
  abandon(): void {
    this.#lengths.clear();
    this.#settled.wake();
  }

  /** Resolves when the receiver has all that was sent, or the connection has closed. */
  async settled(): Promise<void> {
    if (this.#lengths.size > 0) await this.#settled.wait();
  }
}
