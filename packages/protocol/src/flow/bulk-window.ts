interface Turn {
  readonly bytes: number;
  readonly admit: (admitted: boolean) => void;
}

/**
 * In-flight chunk bytes from one end of a WebSocket to the other, over all transfers: handed to the
 * socket, and not yet acknowledged. Waiting chunks are admitted in order, so that transfers take
 * turns. A chunk longer than the window travels alone.
 */
export class BulkWindow {
  readonly #windowBytes: number;
  #bytesOnTheWay = 0;
  readonly #waiting: Turn[] = [];

  /** @param windowBytes null: no limit. */
  constructor(windowBytes: number | null) {
    this.#windowBytes = windowBytes ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Resolves with true when `bytes` may be sent; the caller must then `leave`. Resolves with false
   * when `signal` is aborted before.
   */
  async enter(bytes: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#waiting.length === 0 && this.#hasRoomFor(bytes)) {
      this.#bytesOnTheWay += bytes;
      return true;
    }
    let giveUp = (): void => {};
    const admitted = await new Promise<boolean>((admit) => {
      const turn = { bytes, admit };
      this.#waiting.push(turn);
      giveUp = () => this.#dismiss(turn);
      signal.addEventListener('abort', giveUp);
    });
    // A transfer may wait for each of its chunks, and has one signal.
    signal.removeEventListener('abort', giveUp);
    return admitted;
  }

  /** Admitted `bytes` have reached the receiver, or never will. */
  leave(bytes: number): void {
    this.#bytesOnTheWay -= bytes;
    this.#admit();
  }

  #dismiss(turn: Turn): void {
    const position = this.#waiting.indexOf(turn);
    if (position < 0) return;
    this.#waiting.splice(position, 1);
    turn.admit(false);
    this.#admit();
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && this.#hasRoomFor(next.bytes); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#bytesOnTheWay += next.bytes;
      next.admit(true);
    }
  }

  #hasRoomFor(bytes: number): boolean {
    return this.#bytesOnTheWay === 0 || this.#bytesOnTheWay + bytes <= this.#windowBytes;
  }
}
