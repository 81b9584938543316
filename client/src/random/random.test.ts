import { describe, expect, test } from 'vitest';
import { Random } from './random.ts';
import { shuffled } from './shuffle.ts';

describe('Random', () => {
  test('gives the same numbers for the same seed, and others for another seed or stream', () => {
    const words = (seed: number, stream: number) => [
      ...new Random(seed, stream).write(new Uint32Array(8)),
    ];
    expect(words(7, 0)).toEqual(words(7, 0));
    expect(words(7, 0)).not.toEqual(words(8, 0));
    expect(words(7, 0)).not.toEqual(words(7, 1));
    expect(new Set([...words(7, 0), ...words(8, 0), ...words(7, 1)]).size).toBe(24);
  });

  test('is not stuck at zero for the seed 0', () => {
    expect(new Set(new Random(0).write(new Uint32Array(100))).size).toBe(100);
  });

  test('spreads its bits: about half of them are set', () => {
    const words = new Random(1).write(new Uint32Array(10_000));
    let set = 0;
    for (const word of words) for (let bit = 0; bit < 32; bit++) set += (word >>> bit) & 1;
    expect(set / 320_000).toBeCloseTo(0.5, 2);
  });

  test('stays below its limit, and reaches each number', () => {
    const random = new Random(3);
    const drawn = new Set(Array.from({ length: 200 }, () => random.below(5)));
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('shuffled', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);

  test('keeps every item, changes the order, and leaves its argument alone', () => {
    const result = shuffled(items, new Random(5));
    expect(result.toSorted((a, b) => a - b)).toEqual(items);
    expect(result).not.toEqual(items);
    expect(items[0]).toBe(0);
  });

  test('depends on the seed alone', () => {
    expect(shuffled(items, new Random(5))).toEqual(shuffled(items, new Random(5)));
    expect(shuffled(items, new Random(5))).not.toEqual(shuffled(items, new Random(6)));
  });
});
