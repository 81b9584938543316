import { CENSORED } from '@holbench/stats/censored';
import { type FanOutPhase, LABELS } from '../labels.ts';
import { LATEST_LOADED_MS, scheduleMetrics } from '../schedule-metrics.ts';
import { durations, type Metric, type MetricTable } from '../metric.ts';
import { MIB } from '../resource-metrics.ts';
import type { Statistic } from '../round-statistic.ts';

const PHASES: readonly FanOutPhase[] = ['before', 'after'];

const deliver = (phase: FanOutPhase, statistic: Statistic): Metric => ({
  id: `${phase}-${statistic}`,
  title: `${phase} ${statistic}`,
  unit: 'ms',
  better: 'lower',
  definition:
    'd from the intended time of a mutation until a subscriber that reads holds its event: while all read (before), with one that has stopped (after)',
  estimate: {
    of: 'operations',
    statistic,
    values: (round) => durations(round, LABELS.fanOutDeliver(phase)),
  },
});

const DELIVERIES: MetricTable = { id: 'delivery', title: 'delivery' };

const deliveryMetrics: readonly Metric[] = [
  ...PHASES.flatMap((phase) => [deliver(phase, 'p50'), deliver(phase, 'p95')]),
  {
    id: 'after-longest',
    title: 'after, longest',
    unit: 'ms',
    better: null,
    definition:
      'the longest d of an event that arrived, with a subscriber that has stopped reading',
    estimate: {
      of: 'most',
      value: (round) => {
        const arrived = durations(round, LABELS.fanOutDeliver('after')).filter(
          (ms) => ms < CENSORED,
        );
        return arrived.length === 0 ? null : arrived.reduce((a, b) => Math.max(a, b));
      },
    },
  },
  {
    id: 'undelivered',
    title: 'undelivered',
    unit: 'count',
    better: null,
    definition: 'events that did not reach a subscriber that reads, of both phases and all rounds',
    estimate: {
      of: 'sum',
      value: (round) =>
        PHASES.flatMap((phase) => durations(round, LABELS.fanOutDeliver(phase))).filter(
          (ms) => ms === CENSORED,
        ).length,
    },
  },
  {
    id: 'dropped',
    title: 'events dropped',
    unit: 'count',
    better: null,
    definition:
      'events that the server dropped from full queues, by its own count; the most of any round',
    estimate: { of: 'most', value: ({ cell }) => cell.server?.droppedEvents ?? null },
  },
  {
    id: 'server-peak',
    title: 'server peak',
    unit: 'MiB',
    better: 'lower',
    definition:
      'peak resident memory of the server process, by its own count; the most of any round',
    estimate: {
      of: 'most',
      value: ({ cell }) => (cell.server === null ? null : cell.server.peakRssBytes / MIB),
    },
  },
  ...PHASES.map((phase): Metric => ({
    id: `mutate-${phase}-p50`,
    title: `acknowledged ${phase} p50`,
    unit: 'ms',
    better: 'lower',
    definition: 'd from the intended time of a mutation until its acknowledgement',
    detail: true,
    estimate: {
      of: 'operations',
      statistic: 'p50',
      values: (round) => durations(round, LABELS.fanOutMutate(phase)),
    },
  })),
];

export const metrics: readonly Metric[] = [
  ...deliveryMetrics.map((metric): Metric => ({ ...metric, table: DELIVERIES })),
  ...scheduleMetrics(
    PHASES.map((phase) => ({
      name: phase,
      labels: [LABELS.fanOutMutate(phase)],
      // Its subscribers are other pages on the same machine.
      latestMs: LATEST_LOADED_MS,
    })),
  ),
];
