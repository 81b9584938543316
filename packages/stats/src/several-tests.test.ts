import { expect, test } from 'vitest';
import { levelOfEach, oneHolds } from './several-tests.ts';

test('one holds after a correction', () => {
  expect(oneHolds([0.01, 0.03, 0.02])).toBe(0.03);
  expect(oneHolds([0.5, 0.9])).toBe(1);
  expect(oneHolds([0.25])).toBe(0.25);
});

test('of independent intervals, all hold with the level', () => {
  expect(levelOfEach(1)).toBe(0.95);
  expect(levelOfEach(0)).toBe(0.95);
  expect(levelOfEach(15) ** 15).toBeCloseTo(0.95, 12);
  expect(levelOfEach(2, 0.81)).toBe(0.9);
});
