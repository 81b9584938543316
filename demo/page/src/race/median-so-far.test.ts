import { expect, test } from 'vitest';
import { medianSoFar } from './median-so-far.ts';

const answered = (waitMs: number) => ({ waitMs, answered: true });
const waiting = (waitMs: number) => ({ waitMs, answered: false });

test('of complete waits it is the lower of the middle two', () => {
  expect(medianSoFar([400, 100, 300, 200].map(answered))).toEqual({ ms: 200, atLeast: false });
  expect(medianSoFar([300, 100, 200].map(answered))).toEqual({ ms: 200, atLeast: false });
});

test('a message that was just sent says nothing', () => {
  const waits = [...[100, 200, 300].map(answered), waiting(5)];
  expect(medianSoFar(waits)).toEqual({ ms: 200, atLeast: false });
});

test('one that waits long may be the longest', () => {
  // 1 − 1/3 are left after 100 ms, and 2/3 · (1 − 1/1) after 300.
  const waits = [answered(100), waiting(200), answered(300)];
  expect(medianSoFar(waits)).toEqual({ ms: 300, atLeast: false });
});

test('it is a lower bound where half or more are not known to have ended', () => {
  expect(medianSoFar([answered(100), waiting(900), waiting(800)])).toEqual({
    ms: 900,
    atLeast: true,
  });
  expect(medianSoFar([waiting(20)])).toEqual({ ms: 20, atLeast: true });
});

test('there is none of nothing', () => {
  expect(medianSoFar([])).toBeNull();
});
