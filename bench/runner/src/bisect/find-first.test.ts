import { expect, test } from 'vitest';
import { findFirst } from './find-first.ts';

const VERSIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
const NONE = 0.001;
const LIKE_OLDEST = { likeOldest: 0.8, likeNewest: NONE };
const LIKE_NEWEST = { likeOldest: NONE, likeNewest: 0.8 };

/** A search for the first version with another result, and what it measured. */
async function search(first: number, missing: readonly string[] = []) {
  const measured: string[] = [];
  const found = await findFirst(VERSIONS, NONE, async (version) => {
    measured.push(version);
    if (missing.includes(version)) return null;
    return Number(version) >= first ? LIKE_NEWEST : LIKE_OLDEST;
  });
  return { ...found, measured };
}

test.each(VERSIONS.slice(1).map(Number))('the first that differs is %i', async (first) => {
  const { measured, ...found } = await search(first);
  expect(found).toMatchObject({ first: String(first), before: String(first - 1), unknown: [] });
  expect(measured.length).toBeLessThanOrEqual(4);
  // Of both ends, and of each step.
  expect(found.wrong).toBeCloseTo(NONE * (1 + measured.length), 9);
});

test('a version that cannot be measured is left out, and named where it may be the first', async () => {
  expect(await search(6, ['5'])).toMatchObject({ first: '6', before: '4', unknown: ['5'] });
  expect(await search(9, ['5'])).toMatchObject({ first: '9', before: '8', unknown: [] });
});

test('a version between two changes is a change', async () => {
  const unlikeBoth = { likeOldest: NONE, likeNewest: NONE };
  const likenesses = new Map([
    ['2', unlikeBoth],
    ['3', unlikeBoth],
    ['4', LIKE_NEWEST],
  ]);
  const found = await findFirst(
    VERSIONS.slice(0, 5),
    NONE,
    async (version) => likenesses.get(version) ?? null,
  );
  expect(found).toMatchObject({ first: '2', before: '1' });
});
