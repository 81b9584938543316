import { expect, test } from 'vitest';
import { findFirst } from './find-first.ts';

const VERSIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
const NONE = 0.001;

/** A search for the first version with another result, and what it measured. */
async function search(first: number, missing: readonly string[] = []) {
  const measured: string[] = [];
  const of = (version: string) => (Number(version) >= first ? 50 : 20_000);
  const found = await findFirst(
    VERSIONS,
    { oldest: of('1'), newest: of('10'), chance: NONE },
    async (version) => {
      measured.push(version);
      return missing.includes(version) ? null : of(version);
    },
    (one, other) => (one === other ? 0.8 : NONE),
  );
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
  const waits = [100, 150, 150, 600, 600];
  const found = await findFirst(
    VERSIONS.slice(0, 5),
    { oldest: 100, newest: 600, chance: NONE },
    async (version) => waits[Number(version) - 1] ?? null,
    (one, other) => (one === other ? 0.8 : NONE),
  );
  expect(found).toMatchObject({ first: '2', before: '1' });
});
