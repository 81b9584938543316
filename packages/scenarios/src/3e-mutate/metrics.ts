import { completedUsers } from '../families/users/metrics.ts';
import { LABELS } from '../labels.ts';
import { completionMetrics, latencyMetrics } from '../latency-metrics.ts';
import { durations, type Metric, type RoundValue } from '../metric.ts';
import { session } from './session.ts';

/** Things per second of a session that took so long; a failed session has no rate. */
function perSecond(count: number, ms: number): RoundValue {
  return ms > 0 ? { value: (1_000 * count) / ms, n: count } : 'failed';
}

export const metrics: readonly Metric[] = [
  ...latencyMetrics(
    {
      id: 'deliver',
      title: 'delivery',
      definition:
        'd from the producer’s call until a subscriber holds the event, and its file, over all subscribers of a round',
    },
    (round) => durations(round, LABELS.deliver),
  ),
  {
    id: 'producer-rate',
    title: 'producer rate',
    unit: '1/s',
    better: 'higher',
    definition:
      '1000 × acknowledged mutations ÷ (last acknowledgement − t of the first mutation); of complete sessions',
    estimate: {
      of: 'rounds',
      value: (round) => {
        const found = session(round);
        return found?.complete ? perSecond(found.mutations, found.producerMs) : 'failed';
      },
    },
  },
  {
    id: 'consumer-rate',
    title: 'consumer rate',
    unit: '1/s',
    better: 'higher',
    definition: '1000 × deliveries to all subscribers ÷ session; of complete sessions',
    estimate: {
      of: 'rounds',
      value: (round) => {
        const found = session(round);
        return found?.complete ? perSecond(found.deliveries, found.durationMs) : 'failed';
      },
    },
  },
  {
    id: 'session',
    title: 'session',
    unit: 'ms',
    better: 'lower',
    definition:
      'latest end of a mutation or delivery − t of the first mutation; none where any of them failed',
    estimate: {
      of: 'rounds',
      value: (round) => {
        const found = session(round);
        return found?.complete ? { value: found.durationMs, n: found.mutations } : 'failed';
      },
    },
  },
  ...completionMetrics('sessions', 'One session per round', (round) => ({
    created: 1,
    completed: session(round)?.complete ? 1 : 0,
  })),
  {
    id: 'mutations',
    title: 'mutations',
    unit: 'count',
    better: null,
    definition: 'acknowledged mutations of all rounds',
    detail: true,
    estimate: { of: 'sum', value: (round) => session(round)?.mutations ?? 0 },
  },
  ...latencyMetrics(
    {
      id: 'page-load',
      title: 'page load',
      definition:
        'd from the start of the navigation until the transport is connected, over the pages of a round',
    },
    (round) => durations(round, LABELS.pageLoad),
    { detail: ['p50', 'p95', 'p99', 'mean', 'minimum', 'maximum'] },
  ),
  ...completionMetrics('users', 'Users are the pages of a session', (round) =>
    completedUsers(round, null),
  ),
];
