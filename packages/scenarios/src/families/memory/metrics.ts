import type { FinishedCell } from '@holbench/results/run-reader';
import type { Metric } from '../../metric.ts';

const MIB = 1024 ** 2;

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
