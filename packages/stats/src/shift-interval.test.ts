import { describe, expect, test } from 'vitest';
import { atLeast as bound, exactly, type RoundNumber, valueOf } from './round-number.ts';
import { LEVEL } from './median-interval.ts';
import { shiftInterval } from './shift-interval.ts';

const exact = (values: readonly number[]): RoundNumber[] => values.map(exactly);
const upTo = (n: number, from = 1) => exact(Array.from({ length: n }, (_, index) => from + index));

describe('the interval of a shift', () => {
  test('is between two of all differences', () => {
    // All 16: −3 −2 −2 −1 −1 −1 0 0 0 0 1 1 1 2 2 3, k = 1.
    expect(shiftInterval(upTo(4), upTo(4))).toMatchObject({ low: -3, high: 3 });
    expect(shiftInterval(upTo(4, 11), upTo(4))).toMatchObject({ low: 7, high: 13 });
    // k = 3, of 25.
    expect(shiftInterval(upTo(5), upTo(5))).toMatchObject({ low: -3, high: 3 });
  });

  // The printed critical values of U at 5 %, two-sided (Milton 1964): k is one more. Below: P(U ≤ critical), from
  // Python, by another way: subsets of 1 … m + n counted by their sums, in whole numbers.
  test.each([
    { m: 4, n: 4, critical: 0, below: 0.014285714285714 },
    { m: 4, n: 6, critical: 2, below: 0.019047619047619 },
    { m: 5, n: 5, critical: 2, below: 0.015873015873016 },
    { m: 5, n: 8, critical: 6, below: 0.022533022533023 },
    { m: 6, n: 6, critical: 5, below: 0.020562770562771 },
    { m: 7, n: 9, critical: 12, below: 0.020891608391608 },
    { m: 8, n: 8, critical: 13, below: 0.024941724941725 },
    { m: 10, n: 10, critical: 23, below: 0.021628526272489 },
    { m: 20, n: 20, critical: 127, below: 0.024545162594686 },
  ])('of $m and $n rounds has the rank of the tables', ({ m, n, critical, below }) => {
    // Numbers of which no two differences are equal, so that the rank of the end can be read.
    const [a, b] = [upTo(m).map((each) => 100 * valueOf(each)), upTo(n).map(valueOf)];
    const differences = a.flatMap((x) => b.map((y) => x - y)).toSorted((x, y) => x - y);
    const interval = shiftInterval(exact(a), exact(b));
    expect(interval?.low).toBe(differences[critical]);
    expect(interval?.high).toBe(differences.at(-1 - critical));
    expect(interval?.level).toBeCloseTo(1 - 2 * below, 10);
  });

  test.each([
    [1, 1],
    [3, 3],
    [3, 4],
    [2, 7],
    [1, 38],
  ])('of %i and %i rounds is none', (m, n) => {
    expect(shiftInterval(upTo(m), upTo(n))).toBeNull();
    expect(shiftInterval(upTo(n), upTo(m))).toBeNull();
  });

  test.each([
    [4, 4],
    [3, 5],
    [2, 8],
    [40, 40],
  ])('of %i and %i rounds claims the level or more', (m, n) => {
    expect(shiftInterval(upTo(m), upTo(n))?.level).toBeGreaterThanOrEqual(LEVEL);
  });
});

describe('of lower bounds', () => {
  test('ends where they begin', () => {
    const high = [...upTo(4, 100), bound(500), bound(500)];
    expect(shiftInterval(high, upTo(6))).toMatchObject({ low: 96, high: Infinity });
    expect(shiftInterval(upTo(6), high)).toMatchObject({ low: -Infinity, high: -96 });
  });

  test('alone has no end', () => {
    const stuck = Array.from({ length: 6 }, () => bound(20_000));
    expect(shiftInterval(stuck, stuck)).toMatchObject({ low: -Infinity, high: Infinity });
  });

  test('beside lower numbers may be 0 only where the ranks leave it open', () => {
    const stuck = Array.from({ length: 4 }, () => bound(20_000));
    expect(shiftInterval(stuck, upTo(4))).toMatchObject({ low: 19_996, high: Infinity });
    // Two of each are tied as the largest.
    const half = [...upTo(2), bound(20_000), bound(20_000)];
    expect(shiftInterval(half, half)).toMatchObject({ low: -Infinity, high: Infinity });
  });

  test('below an exact number may be above it as well', () => {
    const low = Array.from({ length: 4 }, () => bound(5));
    expect(shiftInterval(low, upTo(4, 10))).toMatchObject({ low: -8, high: Infinity });
  });
});

/** All ways to choose `k` of the numbers from `from` to `n`. */
function choices(k: number, n: number, from = 1): number[][] {
  if (k === 0) return [[]];
  return Array.from({ length: n - from + 1 }, (_, index) => from + index).flatMap((first) =>
    choices(k - 1, n, first + 1).map((rest) => [first, ...rest]),
  );
}

test.each([
  [4, 4],
  [3, 6],
  [5, 7],
])('of all orders of %i and %i equal rounds, as many leave 0 out as the level says', (m, n) => {
  const all = choices(m, m + n);
  const without = all.filter((own) => {
    const others = upTo(m + n).filter((each) => !own.includes(valueOf(each)));
    const interval = shiftInterval(exact(own), others);
    if (interval === null) throw new Error('an interval');
    return interval.low > 0 || interval.high < 0;
  });
  const level = shiftInterval(upTo(m), upTo(n))?.level ?? 0;
  expect(1 - without.length / all.length).toBeCloseTo(level, 12);
});
