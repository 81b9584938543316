import { COMBINATIONS } from '@holbench/variants/feasibility';
import { expect, test } from 'vitest';
import { dataWith, reportOf, tableIn } from '../../../fixtures/evidence-report.ts';
import { feasibilitySection } from './feasibility.ts';

const section = feasibilitySection(reportOf(dataWith({})));
const { rows, records } = tableIn(section, 'feasibility');

test('a combination has the day on which it was tested, and how to do so again', () => {
  expect(records).toHaveLength(rows.length);
  expect(records?.[0]).toMatchObject({
    id: 'node-http3',
    works: false,
    tested: COMBINATIONS['node-http3'].tested,
    command: 'HOLBENCH_SLOW_TESTS=1 pnpm exec vitest run tests/feasibility -t node-http3',
  });
});

test('the section does not claim that these were tested in its run', () => {
  expect(JSON.stringify(section)).toContain('They were not tested in this run');
});
