import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { mergeRuns } from '../model/merge-runs.ts';
import { buildReport } from '../model/report.ts';
import { codeSpan } from './markdown-text.ts';
import { markdown } from './markdown.ts';

const RUN = join(import.meta.dirname, '../../fixtures/run');
const report = buildReport(mergeRuns([await readRun(RUN)]));

test('networks without a finding have no heading of findings', () => {
  const [first, second] = report.networks;
  if (!first || !second) throw new Error('the fixture has two networks');
  const text = markdown({ ...report, networks: [first, { ...second, findings: [] }] });
  expect(text.match(/^## Findings .*$/gm)).toEqual(['## Findings (network `4g`)']);
});

test('titles of tables cannot become markup', () => {
  const networks = report.networks.map(({ tables, ...rest }) => ({
    ...rest,
    tables: tables.map((table) => ({ ...table, title: 'over <img src=x> *b*' })),
  }));
  const text = markdown({ ...report, networks });
  expect(text).toContain('### over &lt;img src=x> \\*b\\*');
  expect(text).not.toContain('<img');
});

test('code is as it was written, ticks included', () => {
  expect(codeSpan('a_b <c>')).toBe('`a_b <c>`');
  expect(codeSpan('a ``b`` `c`')).toBe('``` a ``b`` `c` ```');
});
