import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BIN_MS, MovedBytes } from './moved-bytes.ts';
import { untilStable } from './ramp.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Adds `bytes` in the middle of each of the next bins. */
async function move(moved: MovedBytes, bytes: readonly number[]): Promise<void> {
  for (const each of bytes) {
    await pass(BIN_MS / 2);
    moved.add(each);
    await pass(BIN_MS / 2);
  }
}

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
  expect(moved.bytes()).toBe(3);
  expect(moved.bytes(1, 3)).toBe(2);
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

test('a ramp ends when the goodput is stable, when nothing more moves, or when its time is over', async () => {
  const spec = { intervalMs: BIN_MS, tolerance: 0.05, mostMs: 10 * BIN_MS };
  const rampOf = async (bytes: readonly number[], hasEnded = () => false) => {
    const moved = new MovedBytes();
    moved.begin();
    const ramp = untilStable(spec, moved, hasEnded);
    await move(moved, bytes);
    return ramp;
  };
  const steady = Array.from({ length: 12 }, () => 100);
  expect(await rampOf(steady)).toEqual({ ms: 7 * BIN_MS, stable: true });
  expect(await rampOf(steady.map((_, index) => 2 ** index))).toEqual({
    ms: 10 * BIN_MS,
    stable: false,
  });
  expect(await rampOf(steady, () => true)).toEqual({ ms: BIN_MS, stable: false });
});
