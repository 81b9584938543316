import { join } from 'node:path';
import { readRun, type Run } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { mergeRuns } from '../model/merge-runs.ts';
import { buildReport } from '../model/report.ts';
import { factRows, summaryLine } from './facts.ts';

const RUN = await readRun(join(import.meta.dirname, '../../fixtures/run'));

function other(run: string, changes: Partial<Run['manifest']>): Run {
  return { ...RUN, folder: run, manifest: { ...RUN.manifest, run, ...changes } };
}

function facts(...runs: [Run, ...Run[]]): Record<string, string> {
  return Object.fromEntries(factRows(buildReport(mergeRuns(runs))));
}

test('of one run each fact stands alone', () => {
  expect(facts(RUN)).toMatchObject({
    Machine: 'Made-up CPU, 2 cores, 24 GiB, Made-up OS 1, kernel 6.0, x64',
    'Chosen by': 'preset smoke, seed 1',
    Started: '2026-01-01T00:00:00.000Z to 2026-01-01T00:10:00.000Z',
  });
});

test('of several runs each machine, version and time stands with the runs that have it', () => {
  const machine = { ...RUN.manifest.machine, cpu: 'Other CPU', cores: 1 };
  const versions = { ...RUN.manifest.versions, chromium: '157.0' };
  const runs: [Run, ...Run[]] = [
    RUN,
    other('second', { machine, versions }),
    other('third', { endedAt: null }),
  ];
  const merged = facts(...runs);
  expect(merged['Machine']).toBe(
    'made-up, third: Made-up CPU, 2 cores, 24 GiB, Made-up OS 1, kernel 6.0, x64; ' +
      'second: Other CPU, 1 core, 24 GiB, Made-up OS 1, kernel 6.0, x64',
  );
  expect(merged['Versions']).toMatch(/^made-up, third: .*chromium 156.0.*; second: .*chromium 157/);
  expect(merged['Started']).toMatch(/; third: 2026-.* \(not ended: killed, or still running\)$/);
  // What they share stands once.
  expect(merged['Commit']).toBe('0000000000000000000000000000000000000000');
  expect(summaryLine(buildReport(mergeRuns(runs)))).toContain(
    'made-up, third: Made-up CPU, 2 cores; second: Other CPU, 1 core',
  );
});
