/** Callers that wait for the next change. */
export class Waiters {
  #waiting: (() => void)[] = [];

  /** Resolves at the next `wake()`. */
  async wait(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
