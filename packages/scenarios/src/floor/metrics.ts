import type { FinishedCell } from '@holbench/results/run-reader';
import { makespan } from '../makespan.ts';
import { byLabel, type Metric, type MetricValue } from '../metric.ts';
import { FILES, HALVES } from './scenario.ts';

/** Makespan of one half of a cell, in ms; nothing where a file failed. */
function makespanOf(finished: FinishedCell, series: string): MetricValue[] {
  const files = makespan(byLabel(finished).get(series) ?? [], FILES);
  if (files.status !== 'ok') return [];
  return [{ series, value: files.durationMs, n: FILES, censored: false }];
}

export const metrics: readonly Metric[] = [
  {
    id: 'makespan',
    title: `Makespan of ${FILES} files`,
    unit: 'ms',
    better: 'lower',
    definition:
      'first request to last byte of all files; from the floor, a server without an application, and from the variant, which checks each file’s hash',
    of: (finished) => Object.values(HALVES).flatMap((half) => makespanOf(finished, half)),
  },
  {
    id: 'floor-ratio',
    title: 'Makespan over that of the floor',
    unit: 'x',
    better: 'lower',
    definition: 'makespan of the variant divided by that of its transport’s floor in the same cell',
    of: (finished) => {
      const [floor] = makespanOf(finished, HALVES.floor);
      const [variant] = makespanOf(finished, HALVES.variant);
      if (!floor || !variant) return [];
      return [{ series: '', value: variant.value / floor.value, n: FILES, censored: false }];
    },
  },
];
