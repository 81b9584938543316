import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import { agreeingP, leastAgreeing, signTest, smallestP } from './sign-test.ts';

const of = (above: number, below: number) => [
  ...Array.from({ length: above }, () => 1),
  ...Array.from({ length: below }, () => -1),
];

test('p is that of the binomial distribution', () => {
  // scipy.stats.binomtest(k, n, 0.5, alternative='greater'): these are fractions of a power of two.
  expect(signTest(of(10, 0), 0)).toBe(1 / 1024);
  expect(signTest(of(9, 1), 0)).toBe(11 / 1024);
  expect(signTest(of(8, 2), 0)).toBe(56 / 1024);
  expect(signTest(of(0, 10), 0)).toBe(1);
  expect(signTest(of(12, 4), 0)).toBe(2517 / 65_536);
  // The upper half of an odd number.
  expect(signTest(of(3, 2), 0)).toBe(0.5);
  expect(signTest([], 0)).toBe(1);
});

test('a tie counts against', () => {
  expect(signTest([2, 2, 2, 0], 0)).toBe(5 / 16);
  expect(signTest([0, 0, 0], 0)).toBe(1);
});

test('rounds that all agree have the smallest p', () => {
  expect(smallestP(10)).toBe(signTest(of(10, 0), 0));
  expect(smallestP(0)).toBe(1);
});

test('the fewest rounds that must agree for a level', () => {
  // 1 / 2048 and 12 / 2048; 1 / 8192 and 14 / 8192.
  expect(leastAgreeing(11, 0.0019)).toBe(11);
  expect(leastAgreeing(13, 0.0019)).toBe(12);
  expect(leastAgreeing(10, 1 / 1024)).toBe(10);
  expect(leastAgreeing(9, 1 / 1024)).toBeNull();
  expect(leastAgreeing(9, 1)).toBe(0);
  expect(agreeingP(13, 12)).toBe(14 / 8192);
});

test('where the median is the threshold, p is below a level no more often than that', () => {
  const random = seededRandom(1);
  const uniform = () => random.below(1_000_000) - 499_999.5;
  const trials = 20_000;
  let wrong = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const values = Array.from({ length: 10 }, uniform);
    if (signTest(values, 0) <= 0.05) wrong += 1;
  }
  // 9 or 10 of 10: exactly 11 in 1024.
  expect(wrong / trials).toBeGreaterThan(0.008);
  expect(wrong / trials).toBeLessThan(0.014);
});
