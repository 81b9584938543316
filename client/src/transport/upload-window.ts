/**
 * Sends pieces 0 to `count - 1` in order, at most `windowSize` of them awaiting their
 * acknowledgement: what bounds the memory of an upload on both sides.
 * @param send resolves when the piece is acknowledged.
 * @returns the last piece's acknowledgement to arrive.
 * @throws whatever `send` rejects with first; no further piece is sent then.
 */
export async function sendInWindow<Acknowledgement>(
  count: number,
  windowSize: number,
  send: (index: number) => Promise<Acknowledgement>,
): Promise<Acknowledgement> {
  if (count < 1 || windowSize < 1) throw new RangeError('nothing to send, or no window');
  let next = 0;
  let failed = false;
  let latest: Acknowledgement | undefined;

  /** One slot of the window: sends the next unsent piece as soon as its own is acknowledged. */
  async function slot(): Promise<void> {
    while (next < count && !failed) {
      try {
        latest = await send(next++);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(windowSize, count) }, slot));
  return latest as Acknowledgement;
}
