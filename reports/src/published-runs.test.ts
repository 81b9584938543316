import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { mergeRuns } from './model/merge-runs.ts';
import { buildReport } from './model/report.ts';

const PUBLISHED = join(import.meta.dirname, '../published');
const entries = await readdir(PUBLISHED, { withFileTypes: true });
const runs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

test.each(runs)('the published run %s can be read, and answers', async (name) => {
  const report = buildReport(mergeRuns([await readRun(join(PUBLISHED, name))]));
  expect(report.data.warnings).toEqual([]);
  expect(report.data.manifest.git.dirty).toBe(false);
  // What does not count any more is not to be cited.
  expect(report.counts).toMatchObject({ invalid: 0, failed: 0 });
  expect(report.proofs.map(({ verdict }) => verdict)).toEqual(report.proofs.map(() => 'proven'));
  expect(report.answers.length).toBeGreaterThan(0);
});
