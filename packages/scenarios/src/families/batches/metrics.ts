import { makespan } from '../../makespan.ts';
import { byLabel, type Metric } from '../../metric.ts';

/** Metrics of a round of batches: one number per batch size. */
export const batchMetrics: readonly Metric[] = [
  {
    id: 'makespan',
    title: 'Makespan of a batch',
    unit: 'ms',
    better: 'lower',
    definition:
      'first intended start to last end of the operations of a batch, all of them complete',
    of: (finished) =>
      [...byLabel(finished)].flatMap(([series, operations]) => {
        const size = Number(series.replace('batch-', ''));
        const duration = makespan(operations, size);
        if (duration.status !== 'ok') return [];
        return [{ series, value: duration.durationMs, n: operations.length, censored: false }];
      }),
  },
];
