import { expect, test } from 'vitest';
import { allHold, holm, levelOfEach, oneHolds } from './several-tests.ts';

test('all hold as surely as the least sure, one holds after a correction', () => {
  expect(allHold([0.01, 0.03, 0.02])).toBe(0.03);
  expect(oneHolds([0.01, 0.03, 0.02])).toBe(0.03);
  expect(oneHolds([0.5, 0.9])).toBe(1);
  expect(oneHolds([0.25])).toBe(0.25);
});

test('each p has the level of its rank', () => {
  // Holm's steps for m = 4: 0.0125, 0.0167, 0.025, 0.05.
  const tests = holm([0.03, 0.005, 0.04, 0.01], 0.05);
  expect(tests.map(({ shown }) => shown)).toEqual([false, true, false, true]);
  expect(tests.map(({ level }) => level)).toEqual([0.025, 0.0125, 0.05, 0.05 / 3]);
});

test('none is shown after one that is not, though its own level would do', () => {
  // 0.03 misses 0.025; 0.045 is below its 0.05.
  expect(holm([0.03, 0.045], 0.05).map(({ shown }) => shown)).toEqual([false, false]);
  expect(holm([0.02, 0.045], 0.05).map(({ shown }) => shown)).toEqual([true, true]);
  expect(holm([], 0.05)).toEqual([]);
});

test('of independent intervals, all hold with the level', () => {
  expect(levelOfEach(1)).toBe(0.95);
  expect(levelOfEach(0)).toBe(0.95);
  expect(levelOfEach(15) ** 15).toBeCloseTo(0.95, 12);
  expect(levelOfEach(2, 0.81)).toBe(0.9);
});
