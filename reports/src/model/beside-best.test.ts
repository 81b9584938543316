import { expect, test } from 'vitest';
import { besideBest, type Better, ratioText, type Rival } from './beside-best.ts';
import { NOT_RUN, plainFigure } from './figure.ts';

/** A rival with the value that its table prints, and those of rounds 0, 1 … of one run. */
const rival = (name: string, value: number | null, rounds: readonly number[] = []): Rival => ({
  name,
  figure: value === null ? NOT_RUN : plainFigure(value, null),
  rounds: rounds.map((each, round) => ({ run: 'r', seed: round, value: each })),
  ranked: true,
});

const ratios = (better: Better, ...rivals: Rival[]) => {
  const { figures, unpaired } = besideBest(rivals, better);
  return { texts: figures.map(({ ratio }) => ratio?.text ?? null), unpaired };
};

test('of durations the lowest is the best, and ratios are medians over rounds', () => {
  const { figures } = besideBest(
    [rival('a', 30, [30, 20, 90]), rival('b', 20, [20, 10, 25])],
    'lowest',
  );
  // 1.5, 2 and 3.6; the ratio of the two values would be 1.5.
  expect(figures.map(({ ratio }) => ratio)).toEqual([
    { value: 2, text: '× 2.00' },
    { value: 1, text: 'best' },
  ]);
});

test('of rates the highest is the best', () => {
  expect(ratios('highest', rival('a', 50, [50]), rival('b', 200, [200]))).toEqual({
    texts: ['× 0.25', 'best'],
    unpaired: [],
  });
});

test('where no round has both it is the ratio of the values, and says so', () => {
  const other = { ...rival('b', 30), rounds: [{ run: 'r', seed: 9, value: 30 }] };
  expect(ratios('lowest', rival('a', 20, [20]), other)).toEqual({
    texts: ['best', '× 1.50'],
    unpaired: ['b'],
  });
});

test('what is not ranked is neither the best nor has a ratio', () => {
  const fastest = { ...rival('a', 1, [1]), ranked: false };
  expect(ratios('lowest', fastest, rival('b', 20, [20]), rival('c', 30, [30])).texts).toEqual([
    null,
    'best',
    '× 1.50',
  ]);
  expect(ratios('lowest', fastest, rival('b', 20, [20]), rival('c', null)).texts).toEqual([
    null,
    null,
    null,
  ]);
});

test('two that are equal are both the best; a best of 0 has no multiple', () => {
  const rivals = [rival('a', 0, [0]), rival('b', 0, [0]), rival('c', 5, [5])];
  expect(ratios('lowest', ...rivals).texts).toEqual(['best', 'best', null]);
});

test('a ratio is never rounded to 0', () => {
  expect([1.236, 12.34, 0.0123, 0.00456].map(ratioText)).toEqual([
    '× 1.24',
    '× 12.3',
    '× 0.01',
    '× 0.0046',
  ]);
});
