/** Time in which at least one page was being opened. */
export class OpeningTime {
  #underWay = 0;
  #since = 0;
  #ms = 0;

  async during<T>(work: Promise<T>): Promise<T> {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#ms += performance.now() - this.#since;
    }
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
