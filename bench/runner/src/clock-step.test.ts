import { expect, onTestFinished, test, vi } from 'vitest';
import { ClockWatch } from './clock-step.ts';

/** Clocks that go on by 1 s at each look of the watch, and what was set. */
function clocks() {
  const set = { byMs: 0 };
  let nowMs = 0;
  return {
    set,
    goOn: () => (nowMs += 1_000),
    wallMs: () => 1_700_000_000_000 + Math.floor(nowMs) + set.byMs,
    monotonicMs: () => (nowMs += 0.1),
  };
}

test.each([
  ['an hour forward', 3_600_000],
  ['an hour back', -3_600_000],
  ['20 ms back', -20],
])('a clock set by %s is named', (_what, byMs) => {
  const of = clocks();
  using watch = new ClockWatch(of);
  expect(watch.problem()).toBeNull();
  of.goOn();
  of.set.byMs = byMs;
  const problem = watch.problem();
  const [, seconds] = /was set by (-?[\d.]+) s/.exec(problem ?? '') ?? [];
  expect(Math.abs(Number(seconds) * 1_000 - byMs)).toBeLessThanOrEqual(1);
});

test('a clock that is set and set back meanwhile is named', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const of = clocks();
  using watch = new ClockWatch(of);
  of.set.byMs = 60_000;
  vi.advanceTimersByTime(1_000);
  of.set.byMs = 0;
  expect(watch.problem()).toMatch(/was set by -?(59\.999|60\.00\d) s/);
});

test('clocks that only go on are no problem, and neither are those of this machine', async () => {
  const of = clocks();
  using watch = new ClockWatch(of);
  for (let look = 0; look < 100; look += 1) {
    of.goOn();
    expect(watch.problem()).toBeNull();
  }
  using own = new ClockWatch();
  for (let look = 0; look < 1_000; look += 1) expect(own.problem()).toBeNull();
});
