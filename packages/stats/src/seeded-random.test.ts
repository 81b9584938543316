import { expect, test } from 'vitest';
import { seededRandom, shuffled } from './seeded-random.ts';

const variants = ['A1', 'A2', 'A3', 'B1', 'B2', 'C1'];

test('a shuffle is a permutation that its seed decides', () => {
  const once = shuffled(variants, seededRandom(1));
  expect(once.toSorted()).toEqual(variants);
  expect(shuffled(variants, seededRandom(1))).toEqual(once);
  const orders = new Set(
    Array.from({ length: 50 }, (_, seed) => shuffled(variants, seededRandom(seed)).join()),
  );
  expect(orders.size).toBeGreaterThan(40);
});

test('every order of three is about equally likely', () => {
  const random = seededRandom(3);
  const counts = new Map<string, number>();
  for (let draw = 0; draw < 6000; draw += 1) {
    const order = shuffled(['a', 'b', 'c'], random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  // 1000 ± 4 standard deviations of a binomial (6000, 1/6).
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(116);
});
