import { expect, test } from 'vitest';
import { NeighbourRanks, type Treatments } from './neighbour-ranks.ts';
import { seededRandom } from './seeded-random.ts';

const BLOCKS = 10;

/** Each is compared with the one before it in the list. */
const inTurn = (values: Treatments['values']): Treatments => ({
  values,
  before: values.map((_, index) => (index === 0 ? null : index - 1)),
});

/** Treatments with such means, of blocks that differ far more than they do. */
function list(means: readonly number[], seed = 1): Treatments['values'] {
  const random = seededRandom(seed);
  const blocks = Array.from({ length: BLOCKS }, () => 1 + random.below(1_000) / 100);
  return means.map((mean) =>
    blocks.map((block) => mean * block * (1 + random.below(1_000) / 5_000)),
  );
}

test('neighbours that differ have a small chance, and no others', () => {
  const [chances = []] = new NeighbourRanks([
    inTurn(list([100, 100, 100, 300, 300, 300])),
  ]).chances();
  expect(chances[3]).toBeLessThan(0.01);
  for (const at of [1, 2, 4, 5]) expect(chances[at]).toBeGreaterThan(0.05);
});

test('values without an end are the largest, and equal', () => {
  const never = Array.from({ length: BLOCKS }, () => Infinity);
  const [fast] = list([100]);
  const [chances = []] = new NeighbourRanks([
    inTurn([never, never, fast ?? [], fast ?? []]),
  ]).chances();
  expect(chances[1]).toBe(1);
  expect(chances[2]).toBeLessThan(0.05);
  expect(chances[3]).toBe(1);
});

test('of lists without a difference about one in twenty has a mark', () => {
  const marked = Array.from({ length: 60 }, (_, seed) => {
    const both = [list([1, 1, 1, 1, 1, 1], 2 * seed + 10), list([1, 1, 1, 1, 1, 1], 2 * seed + 11)];
    return new NeighbourRanks(both.map(inTurn))
      .chances()
      .flat()
      .some((chance) => chance <= 0.05);
  }).filter(Boolean).length;
  expect(marked).toBeGreaterThan(0);
  expect(marked).toBeLessThan(9);
});

test('what would have been seen is a factor', () => {
  const ranks = new NeighbourRanks([inTurn(list([100, 100, 100, 100]))]);
  const factor = ranks.detectable(0, 2, 1, 0.05) ?? 0;
  expect(factor).toBeGreaterThan(1.03);
  expect(factor).toBeLessThan(1.5);
  // Three blocks of two are never enough.
  expect(
    new NeighbourRanks([
      inTurn([
        [1, 2, 3],
        [1.1, 1.9, 3.1],
      ]),
    ]).detectable(0, 1, 1, 0.05),
  ).toBeNull();
});

test('a treatment may be compared with another than the last one', () => {
  const [chances = []] = new NeighbourRanks([
    { values: list([300, 300, 100, 300, 300]), before: [null, 0, 1, 1, 3] },
  ]).chances();
  expect(chances[2]).toBeLessThan(0.05);
  expect(chances[3]).toBeGreaterThan(0.05);
});
