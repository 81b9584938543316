import type { FinishedCell } from '@holbench/results/run-reader';
import type { Metric } from '../../metric.ts';
import type { CellEvidence, Scenario } from '../../scenario.ts';

/** Time that readers stay stopped, so that the server's buffers fill. */
export const HOLD_SECONDS = 8;

const MIB = 1024 ** 2;

/** Shared by both memory scenarios. The peak is of a process, so each has its own cells. */
export const MEMORY = {
  kinds: ['binary'],
  presets: [],
  parameters: ['bulkFileBytes', 'users'],
  features: [],
  files: 'bulkFileBytes',
  problems: everyUser,
} as const satisfies Partial<Scenario>;

/** A peak counts only if every user of the cell succeeded. */
function everyUser({ samples }: CellEvidence): string[] {
  const failed = samples.filter(({ outcome }) => outcome.status !== 'ok').length;
  return failed === 0 ? [] : [`${failed} of ${samples.length} users failed`];
}

export const metrics: readonly Metric[] = [
  {
    id: 'peak-rss',
    title: 'Peak memory of the server',
    unit: 'MiB',
    better: 'lower',
    definition:
      'peak resident set size of the server process (not of a proxy) from its start to its end, by its own count',
    of: ({ cell, samples }: FinishedCell) => {
      if (cell.server === null) return [];
      const value = cell.server.peakRssBytes / MIB;
      return [{ series: '', value, n: samples.length, censored: false }];
    },
  },
];
