import type { FinishedCell } from '@holbench/results/run-reader';
import { type FanOutPhase, LABELS } from '../labels.ts';
import { type Metric, medianPerLabel, type MetricValue } from '../metric.ts';

const PHASES: readonly FanOutPhase[] = ['before', 'after'];

const perPhase =
  (label: (phase: FanOutPhase) => string) =>
  (finished: FinishedCell): MetricValue[] =>
    medianPerLabel(finished, (given) => PHASES.find((phase) => label(phase) === given) ?? null);

export const metrics: readonly Metric[] = [
  {
    id: 'deliver',
    title: 'Delivery to a subscriber that reads',
    unit: 'ms',
    better: 'lower',
    definition:
      'median over mutations and subscribers that read: intended time until the subscriber holds the event; before and after one has stopped reading',
    of: perPhase(LABELS.fanOutDeliver),
  },
  {
    id: 'mutate',
    title: 'Mutation until acknowledged',
    unit: 'ms',
    better: 'lower',
    definition:
      'median over mutations: intended time until the acknowledgement; before and after a subscriber has stopped reading',
    of: perPhase(LABELS.fanOutMutate),
  },
  {
    id: 'dropped',
    title: 'Events dropped',
    unit: 'events',
    better: 'lower',
    definition: 'events that the server dropped from full queues, by its own count',
    of: ({ cell }) => {
      if (cell.server === null) return [];
      return [{ series: '', value: cell.server.droppedEvents, n: 1, censored: false }];
    },
  },
];
