import { expect, test } from 'vitest';
import { NeighbourDifferences, type Treatments } from './neighbour-differences.ts';
import { seededRandom } from './seeded-random.ts';

const BLOCKS = 10;

/** Each is compared with the one before it in the list. */
const inTurn = (values: Treatments['values']): Treatments => ({
  values,
  before: values.map((_, index) => (index === 0 ? null : index - 1)),
});

/** Logarithms of treatments with such means, of blocks that differ far more than they do. */
function list(means: readonly number[], seed = 1): Treatments['values'] {
  const random = seededRandom(seed);
  const blocks = Array.from({ length: BLOCKS }, () => 1 + random.below(1_000) / 100);
  return means.map((mean) =>
    blocks.map((block) => Math.log(mean * block * (1 + random.below(1_000) / 5_000))),
  );
}

test('neighbours that differ have a small chance, and no others', () => {
  const [compared = []] = new NeighbourDifferences([
    inTurn(list([100, 100, 100, 300, 300, 300])),
  ]).compared();
  expect(compared[3]?.chance).toBeLessThan(0.01);
  expect(compared[3]?.isHigher).toBe(true);
  for (const at of [1, 2, 4, 5]) expect(compared[at]?.chance).toBeGreaterThan(0.05);
});

test('of lists without a difference about one in twenty has a mark', () => {
  const marked = Array.from({ length: 60 }, (_, seed) => {
    const both = [list([1, 1, 1, 1, 1, 1], 2 * seed + 10), list([1, 1, 1, 1, 1, 1], 2 * seed + 11)];
    return new NeighbourDifferences(both.map(inTurn))
      .compared()
      .flat()
      .some(({ chance }) => chance <= 0.05);
  }).filter(Boolean).length;
  expect(marked).toBeGreaterThan(0);
  expect(marked).toBeLessThan(9);
});

test('what would have been seen is a shift', () => {
  const same = new NeighbourDifferences([inTurn(list([100, 100, 100, 100]))]);
  const factor = Math.exp(same.detectable(0, 2, 0.05) ?? 0);
  expect(factor).toBeGreaterThan(1.03);
  expect(factor).toBeLessThan(1.5);
  // Three blocks of two are never enough.
  expect(
    new NeighbourDifferences([
      inTurn([
        [1, 2, 3],
        [1.1, 1.9, 3.1],
      ]),
    ]).detectable(0, 1, 0.05),
  ).toBeNull();
});

test('a treatment may be compared with another than the last one', () => {
  const [compared = []] = new NeighbourDifferences([
    { values: list([300, 300, 100, 300, 300]), before: [null, 0, 1, 1, 3] },
  ]).compared();
  expect(compared[2]?.chance).toBeLessThan(0.05);
  expect(compared[3]?.chance).toBeGreaterThan(0.05);
});
