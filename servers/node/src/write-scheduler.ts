/** Longest turn of a file: a client that does not read one file must get the others. */
const LONGEST_TURN_MS = 1_000;

/**
 * Takes turns between the files of one HTTP/2 session.
 *
 * `node:http2` does not read from a connection while it writes, and begins the next write before
 * the event loop has polled for input. So while files are sent, requests stay unread in the kernel
 * (docs/decisions/0008). Hence one piece of one file at a time, and the session reads between two
 * pieces.
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
