import { expect, test } from 'vitest';
import { writeRandomWords } from './random-words.ts';

function words(count: number, seed: number, stream: number): number[] {
  return [...writeRandomWords(new Uint32Array(count), seed, stream)];
}

test('gives the same numbers for the same seed, and others for another seed or stream', () => {
  expect(words(8, 7, 0)).toEqual(words(8, 7, 0));
  expect(new Set([...words(8, 7, 0), ...words(8, 8, 0), ...words(8, 7, 1)]).size).toBe(24);
});

test('is not stuck at zero for the seed 0', () => {
  expect(new Set(words(100, 0, 0)).size).toBe(100);
});

test('spreads its bits: about half of them are set', () => {
  let set = 0;
  for (const word of words(10_000, 1, 0)) {
    for (let bit = 0; bit < 32; bit++) set += (word >>> bit) & 1;
  }
  expect(set / 320_000).toBeCloseTo(0.5, 2);
});
