import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { STOPPED_LEVEL } from '@holbench/stats/precise-enough';
import { expect, test } from 'vitest';
import { mergeRuns } from '../runs/merge-runs.ts';
import { baselineFigures } from './baseline.ts';
import { Relation } from './relation.ts';

const RUN = mergeRuns([await readRun(join(import.meta.dirname, '../../fixtures/run'))]);

/** The levels of six rounds or connections of a run, beside a bulk transfer and elsewhere. */
function levels(precision: number | null) {
  const blocks = RUN.manifest.blocks.map((block) =>
    block.scenarios.some(isBesideBulk) ? { ...block, precision } : block,
  );
  const data = { ...RUN, manifest: { ...RUN.manifest, blocks } };
  const relation = Relation.of(data);
  const all = [...relation.figures, ...baselineFigures({ data, relation })];
  const of = (isBulk: boolean) =>
    all.flatMap(({ scenario, rounds, coverage }) =>
      rounds === 6 && isBesideBulk(scenario) === isBulk ? (coverage ?? []) : [],
    );
  return { bulk: [...new Set(of(true))], elsewhere: [...new Set(of(false))] };
}

test('a run that ends when it is precise enough claims the level of its rule at most', () => {
  // Of connections, and of rounds.
  expect(levels(null).bulk).toEqual([0.95, 0.96875]);
  expect(levels(0.1).bulk).toEqual([0.95, STOPPED_LEVEL]);
  expect(levels(0.1).elsewhere).toEqual(levels(null).elsewhere);
});
