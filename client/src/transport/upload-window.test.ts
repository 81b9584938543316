import { expect, test } from 'vitest';
import { sendInWindow } from './upload-window.ts';

/** Acknowledges in a scrambled order, and records how many pieces were ever in flight. */
function scrambledReceiver() {
  let inFlight = 0;
  const record = { sent: [] as number[], mostInFlight: 0 };
  const send = async (index: number): Promise<number> => {
    record.sent.push(index);
    record.mostInFlight = Math.max(record.mostInFlight, ++inFlight);
    for (let turn = 0; turn <= (index * 7) % 5; turn++) await Promise.resolve();
    inFlight--;
    return index;
  };
  return { record, send };
}

test.each([
  { count: 1, window: 8 },
  { count: 512, window: 8 },
  { count: 5, window: 1 },
  { count: 7, window: 7 },
])('sends $count pieces in order, $window in flight at most', async ({ count, window }) => {
  const { record, send } = scrambledReceiver();
  const acknowledgements = await sendInWindow(count, window, send);
  expect(record.sent).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(record.mostInFlight).toBe(Math.min(count, window));
  expect(acknowledgements.toSorted((a, b) => a - b)).toEqual(record.sent);
});

test('rejects with the first failure and sends no further piece', async () => {
  const sent: number[] = [];
  const send = async (index: number): Promise<void> => {
    sent.push(index);
    await Promise.resolve();
    if (index === 2) throw new Error('refused');
  };
  await expect(sendInWindow(100, 4, send)).rejects.toThrow('refused');
  const sentUntilFailure = sent.length;
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(sentUntilFailure);
  expect(sentUntilFailure).toBeLessThan(10);
});
