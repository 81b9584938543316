import { LABELS } from '../labels.ts';
import { type Metric, medianPerLabel } from '../metric.ts';

export const metrics: readonly Metric[] = [
  {
    id: 'mutate',
    title: 'Mutation until acknowledged',
    unit: 'ms',
    better: 'lower',
    definition: 'median over mutations: call until the server’s acknowledgement',
    of: (finished) => medianPerLabel(finished, (label) => (label === LABELS.mutate ? '' : null)),
  },
  {
    id: 'deliver',
    title: 'Delivery to a subscriber',
    unit: 'ms',
    better: 'lower',
    definition:
      'median over mutations and subscribers: the producer’s call until the subscriber holds the event, and its file',
    of: (finished) => medianPerLabel(finished, (label) => (label === LABELS.deliver ? '' : null)),
  },
];
