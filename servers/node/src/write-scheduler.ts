/** How long a file may keep its turn: a client that does not read one of them must get the others. */
const LONGEST_TURN_MS = 1_000;

/**
 * Whose turn it is to write, of the files of one HTTP/2 session.
 *
 * `node:http2` reads nothing from a connection while it writes to it, and begins the next write,
 * where there is one, before the event loop has looked for input. Files that always have more to
 * send leave requests unread in the kernel until they end (docs/decisions/0008). Hence one piece of
 * one file at a time, and between two the session reads.
 */
export class WriteScheduler {
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn; `write` resolves when the kernel has taken the piece. */
  async take(write: () => Promise<void>): Promise<void> {
    const before = this.#last;
    let end = (): void => {};
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    const deadline = setTimeout(end, LONGEST_TURN_MS);
    try {
      await write();
      await inputWasRead();
    } finally {
      clearTimeout(deadline);
      end();
    }
  }
}

/** The second `setImmediate` from here comes after the event loop has polled for input. */
async function inputWasRead(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}
