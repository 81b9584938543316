import { expect, test } from 'vitest';
import { derivedSeed } from './derived-seed.ts';

test('the same names give the same seed, others another, however they are cut', () => {
  expect(derivedSeed('phases', 1)).toBe(derivedSeed('phases', 1));
  const seeds = [
    derivedSeed('a', 1),
    derivedSeed('a', 2),
    derivedSeed('a1'),
    derivedSeed('a', '1'),
    derivedSeed(1, 'a'),
  ];
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('seeds are 31 bits, and half of those of successive rounds are odd', () => {
  const seeds = Array.from({ length: 1_000 }, (_, round) => derivedSeed('losses', round));
  expect(Math.max(...seeds)).toBeLessThan(2 ** 31);
  expect(Math.max(...seeds)).toBeGreaterThan(2 ** 30);
  const odd = seeds.filter((seed) => seed % 2 === 1).length;
  // Four standard deviations.
  expect(Math.abs(odd - 500)).toBeLessThan(4 * Math.sqrt(250));
});
