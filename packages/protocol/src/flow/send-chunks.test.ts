import { expect, test } from 'vitest';
import { sendChunks } from './send-chunks.ts';

const CHUNK_BYTES = 100;
const terms = (windowChunks: number) =>
  ({ windowChunks, chunkBytes: CHUNK_BYTES, encoding: 'raw' }) as const;

test.each([
  { count: 1, window: 8 },
  { count: 512, window: 8 },
  { count: 5, window: 1 },
  { count: 7, window: 7 },
])('sends $count chunks in order, at most $window in flight', async ({ count, window }) => {
  const sent: number[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const stored = await sendChunks(count * CHUNK_BYTES, terms(window), async (index) => {
    sent.push(index);
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    // The answers come in a scrambled order.
    for (let turn = 0; turn <= (index * 7) % 5; turn++) await new Promise(setImmediate);
    inFlight--;
    return index;
  });
  expect(sent).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(mostInFlight).toBe(Math.min(count, window));
  expect(stored).toEqual(sent);
});

test('rejects with the first failure and sends no further chunk', async () => {
  const sent: number[] = [];
  const sending = sendChunks(100 * CHUNK_BYTES, terms(4), async (index) => {
    sent.push(index);
    await Promise.resolve();
    if (index === 2) throw new Error('refused');
  });
  await expect(sending).rejects.toThrow('refused');
  const sentUntilFailure = sent.length;
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(sentUntilFailure);
  expect(sentUntilFailure).toBeLessThan(10);
});
