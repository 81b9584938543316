import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BIN_MS, MovedBytes } from './moved-bytes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('bins begin with the first bytes, and one in which nothing moved is 0', async () => {
  const moved = new MovedBytes();
  await pass(1_000);
  const firstAtMs = performance.timeOrigin + performance.now();
  moved.add(1);
  await pass(2 * BIN_MS);
  moved.add(2);
  expect(moved.moved()).toEqual({ beganAtMs: firstAtMs, binMs: BIN_MS, binBytes: [1, 0] });
  await pass(BIN_MS);
  expect(moved.moved().binBytes).toEqual([1, 0, 2]);
});

test('who waits for the first bytes goes on with them, or when none will come', async () => {
  for (const go of [(moved: MovedBytes) => moved.add(1), (moved: MovedBytes) => moved.begin()]) {
    const moved = new MovedBytes();
    const begun = vi.fn();
    void moved.begun.then(begun);
    await pass(100);
    expect(begun).not.toHaveBeenCalled();
    go(moved);
    await pass(0);
    expect(begun).toHaveBeenCalledOnce();
  }
  expect(new MovedBytes().moved().binBytes).toEqual([0]);
});
