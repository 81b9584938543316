/** Events that have come, and the caller that waits for the next one. */
export class EventInbox {
  readonly #arrived: number[] = [];
  readonly #waiting: PromiseWithResolvers<number>[] = [];
  #ended: Error | null = null;

  /** @param bytes of the event's data. */
  add(bytes: number): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(bytes);
    else this.#arrived.push(bytes);
  }

  /** @throws Error once the events have ended and all are taken. */
  next(): Promise<number> {
    const bytes = this.#arrived.shift();
    if (bytes !== undefined) return Promise.resolve(bytes);
    if (this.#ended) return Promise.reject(this.#ended);
    const next = Promise.withResolvers<number>();
    this.#waiting.push(next);
    return next.promise;
  }

  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}
