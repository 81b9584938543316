/**
 * Sends pieces 0 to `count - 1` in order, at most `windowSize` of them awaiting their
 * acknowledgement: what bounds the memory of an upload on both sides.
 * @param send resolves when the piece is acknowledged.
 * @returns the acknowledgements in the order of their arrival, which need not be the pieces'.
 * @throws whatever `send` rejects with first; no further piece is sent then.
 */
export async function sendInWindow<Acknowledgement>(
  count: number,
  windowSize: number,
  send: (index: number) => Promise<Acknowledgement>,
): Promise<Acknowledgement[]> {
  const acknowledgements: Acknowledgement[] = [];
  let next = 0;
  let failed = false;

  /** One slot of the window: sends the next unsent piece as soon as its own is acknowledged. */
  async function slot(): Promise<void> {
    while (next < count && !failed) {
      try {
        acknowledgements.push(await send(next++));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(windowSize, count) }, slot));
  return acknowledgements;
}
