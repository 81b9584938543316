import { LABELS } from '../labels.ts';
import { latencyMetrics } from '../latency-metrics.ts';
import { byLabel, durations, type Metric, type MetricTable, type Round } from '../metric.ts';
import type { CountedValue } from '../round-statistic.ts';
import { WRITES } from './burst.ts';

const ORDER: MetricTable = { id: 'order', title: 'order of arrival' };

/** How the events of bursts came, and how long their writes took. */
export const metrics: readonly Metric[] = [
  {
    id: 'overtaking',
    title: 'before an earlier one',
    unit: 'share',
    better: 'lower',
    table: ORDER,
    definition: `mutations whose event came before that of an earlier one of the same burst of ${WRITES} ÷ all that came, of all rounds`,
    estimate: {
      of: 'pooled',
      value: (rounds) => shareOf(rounds, (burst) => [overtaking(burst).length, burst.length]),
    },
  },
  {
    id: 'disordered',
    title: 'bursts out of order',
    unit: 'share',
    better: 'lower',
    table: ORDER,
    definition:
      'bursts in which a mutation came before an earlier one ÷ all of which any came, of all rounds',
    estimate: {
      of: 'pooled',
      value: (rounds) => shareOf(rounds, (burst) => [Math.min(1, overtaking(burst).length), 1]),
    },
  },
  {
    id: 'places',
    title: 'most places overtaken',
    unit: 'count',
    better: 'lower',
    table: ORDER,
    definition: 'most earlier mutations of its burst that one came before',
    estimate: { of: 'most', value: (round) => mostPlaces(round) },
  },
  count('lost', 'lost', 'mutations without an event', (round) => {
    const all = byLabel(round).get(LABELS.arrival) ?? [];
    return all.filter(({ outcome }) => outcome.status !== 'ok').length;
  }),
  count(
    'doubled',
    'doubled',
    'events that came again',
    (round) => byLabel(round).get(LABELS.arrivalAgain)?.length ?? 0,
  ),
  ...latencyMetrics(
    { id: 'write', title: 'write', definition: 'd of a mutation until its answer, of all bursts' },
    (round) => durations(round, LABELS.write),
  ),
];

function count(
  id: string,
  title: string,
  definition: string,
  value: (round: Round) => number,
): Metric {
  const of = { unit: 'count', better: 'lower', table: ORDER } as const;
  return {
    id,
    title,
    definition: `${definition}, of all rounds`,
    ...of,
    estimate: { of: 'sum', value },
  };
}

/** Places of a burst's mutations in the order in which they came. */
function burstsOf(round: Round): number[][] {
  const came = (byLabel(round).get(LABELS.arrival) ?? []).flatMap((sample) => {
    const { index, user, outcome, intendedAtMs } = sample;
    return outcome.status === 'ok'
      ? [{ index, user, atMs: intendedAtMs + outcome.durationMs }]
      : [];
  });
  return [...Map.groupBy(came, ({ user }) => user).values()].map((burst) =>
    burst.toSorted((a, b) => a.atMs - b.atMs).map(({ index }) => index),
  );
}

/** How many earlier ones each came before, of those that did. */
function overtaking(burst: readonly number[]): number[] {
  return burst.flatMap((index, place) => {
    const overtaken = burst.slice(place + 1).filter((later) => later < index).length;
    return overtaken > 0 ? [overtaken] : [];
  });
}

function mostPlaces(round: Round): number | null {
  const bursts = burstsOf(round);
  return bursts.length === 0 ? null : Math.max(0, ...bursts.flatMap(overtaking));
}

/** Over all bursts. @param of one: part and whole. */
function shareOf(
  rounds: readonly Round[],
  of: (burst: readonly number[]) => readonly [part: number, whole: number],
): CountedValue | null {
  const all = rounds.flatMap(burstsOf).map(of);
  if (all.length === 0) return null;
  const part = all.reduce((sum, [each]) => sum + each, 0);
  const whole = all.reduce((sum, [, each]) => sum + each, 0);
  return { value: part / whole, n: whole };
}
