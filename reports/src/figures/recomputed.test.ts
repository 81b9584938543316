import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { mergeRuns } from '../runs/merge-runs.ts';
import { keyOf } from './figure.ts';
import { Relation } from './relation.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

const End = v.nullable(v.union([v.number(), v.literal('inf')]));
const Key = v.tuple([
  v.string(),
  v.string(),
  v.string(),
  v.nullable(v.number()),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
]);
/**
 * Value, interval and its level, ratio to the best, whether it is a lower bound, and how many rounds
 * are in the lower of two regimes.
 */
const Numbers = v.tuple([
  v.number(),
  End,
  End,
  v.nullable(v.number()),
  v.nullable(v.number()),
  v.boolean(),
  v.number(),
]);
type Numbers = v.InferOutput<typeof Numbers>;

/** What recompute.py made of the raw lines, by key. */
const RECOMPUTED = new Map(
  (await readFile(join(FIXTURES, 'recomputed.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((text) => v.parse(v.array(v.unknown()), JSON.parse(text)))
    .map((line) => [
      JSON.stringify(v.parse(Key, line.slice(0, 8))),
      v.parse(Numbers, line.slice(8)),
    ]),
);

test('Python comes to the same numbers (else: python3 reports/fixtures/recompute.py)', async () => {
  const relation = Relation.of(mergeRuns([await readRun(join(FIXTURES, 'run'))]));
  const found = relation.figures.flatMap((figure): [string, Numbers][] => {
    const { network, scenario, kind, fanOut, variant, arm, metric, series } = keyOf(figure);
    const key = JSON.stringify([network, scenario, kind, fanOut, variant, arm, metric, series]);
    const { value, low, high, coverage, ratio, censored, regimes } = figure;
    const end = high === Infinity ? 'inf' : high;
    const lower = regimes[0]?.rounds ?? 0;
    return value === null ? [] : [[key, [value, low, end, coverage, ratio, censored, lower]]];
  });
  expect(found.length).toBeGreaterThan(1_900);
  expect(found.map(([key]) => key).toSorted()).toEqual([...RECOMPUTED.keys()].toSorted());
  const differing = found.flatMap(([key, numbers]) => {
    const others = RECOMPUTED.get(key) ?? [];
    return numbers.every((one, index) => alike(one, others[index])) ? [] : [[key, numbers, others]];
  });
  expect(differing).toEqual([]);
});

/** Equal, but for the order in which something was added up. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
}
