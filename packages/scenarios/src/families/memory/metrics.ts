import type { Metric } from '../../metric.ts';
import { MIB } from '../../resource-metrics.ts';

export const metrics: readonly Metric[] = [
  {
    id: 'peak-rss',
    title: 'peak memory of the server',
    unit: 'MiB',
    better: 'lower',
    definition:
      'peak resident set size of the server process (not of a proxy) from its start to its end, by its own count',
    estimate: {
      of: 'rounds',
      value: ({ cell, samples }) =>
        cell.server === null ? null : { value: cell.server.peakRssBytes / MIB, n: samples.length },
    },
  },
];
