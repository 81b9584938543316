/** Time in which nothing is measured: a page is being opened, or a cell is set up or waits. */
export class UnmeasuredTime {
  #underWay = 0;
  #since = 0;
  #ms = 0;

  begin(): void {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#ms += performance.now() - this.#since;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.begin();
    return work().finally(() => this.end());
  }

  /** Measures inside time that has begun. */
  async except<T>(work: () => Promise<T>): Promise<T> {
    this.end();
    return work().finally(() => this.begin());
  }

  /** Milliseconds since it was last asked. */
  take(): number {
    const now = performance.now();
    const ms = this.#ms + (this.#underWay > 0 ? now - this.#since : 0);
    this.#ms = 0;
    this.#since = now;
    return ms;
  }
}
