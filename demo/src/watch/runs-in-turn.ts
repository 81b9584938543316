/** One run at a time: a choice ends the run before it, and of several that wait the last one counts. */
export class RunsInTurn<Choice, Run extends AsyncDisposable> implements AsyncDisposable {
  readonly #start: (choice: Choice, before: Run | null) => Promise<Run>;
  #current: Run | null = null;
  #next: { readonly choice: Choice } | null = null;
  #turn: Promise<void> | null = null;

  /** @param start of a run; the one before it has ended. */
  constructor(start: (choice: Choice, before: Run | null) => Promise<Run>) {
    this.#start = start;
  }

  /** Null before the first one. */
  get current(): Run | null {
    return this.#current;
  }

  /** Resolves when a run of this choice, or of a later one, has begun. */
  choose(choice: Choice): Promise<void> {
    this.#next = { choice };
    return (this.#turn ??= this.#goOn().finally(() => (this.#turn = null)));
  }

  async #goOn(): Promise<void> {
    while (this.#next !== null) {
      const { choice } = this.#next;
      this.#next = null;
      await this.#current?.[Symbol.asyncDispose]();
      this.#current = await this.#start(choice, this.#current);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#next = null;
    await this.#turn;
    await this.#current?.[Symbol.asyncDispose]();
  }
}
