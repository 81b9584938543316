import { LABELS } from '../../labels.ts';
import { type Metric, medianPerLabel } from '../../metric.ts';

/** Metrics of a round of many users. */
export const userMetrics = (operation: 'load' | 'create'): readonly Metric[] => [
  {
    id: 'page-load',
    title: 'Page load',
    unit: 'ms',
    better: 'lower',
    definition: 'median over users: start of the navigation until the transport is connected',
    of: (finished) => medianPerLabel(finished, (label) => (label === LABELS.pageLoad ? '' : null)),
  },
  {
    id: 'operation',
    title: operation === 'load' ? 'Load of one CoValue' : 'Creation of one CoValue',
    unit: 'ms',
    better: 'lower',
    definition: 'median over users: call until the last byte of the answer',
    of: (finished) =>
      medianPerLabel(finished, (label) => (label === LABELS[operation] ? '' : null)),
  },
];
