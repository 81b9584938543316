import { LABELS } from '../../labels.ts';
import { makespanOf } from '../../makespan.ts';
import { byLabel, type Metric, type Round } from '../../metric.ts';

const operationsOf = (round: Round, size: string) =>
  byLabel(round).get(LABELS.batch(Number(size))) ?? [];

const sizes: Metric['series'] = ({ workload, kind }) =>
  (kind === 'text' ? workload.textBatches : workload.binaryBatches).map(String);

/** A batch of operations that start together: one number per size. */
export const batchMetrics: readonly Metric[] = [
  {
    id: 'makespan',
    title: 'batch of',
    unit: 'ms',
    better: 'lower',
    definition:
      'latest t + d − earliest t of the operations of a batch; none where one of them failed. Each batch has a new page in a new browser context, whose connections six texts have opened before; the sizes are in random order',
    series: sizes,
    estimate: {
      of: 'rounds',
      value: (round, size) => {
        const operations = operationsOf(round, size);
        return operations.length === 0 ? null : makespanOf(operations, Number(size));
      },
    },
  },
  {
    id: 'succeeded',
    title: 'succeeded, batch of',
    unit: 'share',
    better: null,
    definition: 'operations of a batch that succeeded ÷ all',
    detail: true,
    series: sizes,
    estimate: {
      of: 'share',
      value: (round, size) => {
        const operations = operationsOf(round, size);
        const part = operations.filter(({ outcome }) => outcome.status === 'ok').length;
        return { part, whole: operations.length };
      },
    },
  },
];
