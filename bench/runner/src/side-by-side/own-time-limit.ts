/** Time limit of a cell, without the time in which it waits for cells beside it. */
export class OwnTimeLimit implements Disposable {
  /** Rejects when the time is up. */
  readonly over: Promise<never>;
  readonly #reject: (error: Error) => void;
  readonly #late: string;
  #leftMs: number;
  #since = 0;
  #waits = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, late: string) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.over = promise;
    this.#reject = reject;
    this.#late = late;
    this.#leftMs = limitMs;
    this.#run();
  }

  /**
   * Enters something where the cell waits, until its work begins.
   * @param enter takes the work, and calls it after the wait.
   */
  async waiting<Result>(
    enter: (work: () => Promise<Result>) => Promise<Result>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waits === 0) this.#pause();
    this.#waits += 1;
    let isWaiting = true;
    const goOn = (): void => {
      if (!isWaiting) return;
      isWaiting = false;
      this.#waits -= 1;
      if (this.#waits === 0) this.#run();
    };
    try {
      return await enter(() => {
        goOn();
        return work();
      });
    } finally {
      goOn();
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#leftMs = Infinity;
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#since;
  }

  #run(): void {
    this.#since = performance.now();
    // After its end: a scenario left behind still calls.
    if (this.#leftMs === Infinity) return;
    this.#timer = setTimeout(() => this.#reject(new Error(this.#late)), this.#leftMs);
  }
}
