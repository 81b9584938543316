import type { Metric, Round, RoundValue, Statistic } from '@holbench/scenarios/metric';
import { bootstrapInterval } from '@holbench/stats/bootstrap';
import { CENSORED } from '@holbench/stats/censored';
import { sortSamples, type SortedSamples } from '@holbench/stats/sorted-samples';
import {
  maximum,
  mean,
  median,
  minimum,
  orderStatistic,
  samplesNeeded,
} from '@holbench/stats/statistics';
import { coverageOf } from './decisions.ts';
import type { FigureState, Point } from './figure.ts';

/** What the rounds of a selection say of a metric. */
export interface Estimated {
  readonly state: FigureState;
  /** Why there is no value, or what it leaves out; '' where there is nothing to say. */
  readonly why: string;
  /** In the unit of the metric; null unless `state` is `ok`. */
  readonly value: number | null;
  /** 95 % interval over rounds; null where there is none. An infinite end is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** The largest probability with which an interval over so many rounds holds the true median. */
  readonly coverage: number | null;
  /** Rounds that have the number; 0 where it is of no rounds: a count, an extreme, a prediction. */
  readonly rounds: number;
  /** Operations in it, and those of them that failed or were given up. */
  readonly n: number;
  readonly failed: number;
  /** True: a lower bound, because operations were given up. */
  readonly censored: boolean;
  /** True: over the operations, batches or sessions that succeeded alone. */
  readonly survivors: boolean;
  readonly points: readonly Point[];
}

export const NOTHING: Estimated = {
  state: 'not-run',
  why: '',
  value: null,
  low: null,
  high: null,
  coverage: null,
  rounds: 0,
  n: 0,
  failed: 0,
  censored: false,
  survivors: false,
  points: [],
};

/** The figure of rounds that count. @param rounds at least one. */
export function estimate(metric: Metric, series: string, rounds: readonly Round[]): Estimated {
  const { estimate: how } = metric;
  switch (how.of) {
    case 'rounds':
      return overRounds(rounds.map((round) => [round, how.value(round, series, rounds)]));
    case 'operations':
      return overOperations(
        how,
        rounds.map((round) => ({ round, values: how.values(round, series) })),
      );
    case 'most': {
      const all = rounds.flatMap((round) => how.value(round, series) ?? []);
      return all.length === 0 ? missing('not recorded') : plain(Math.max(...all), all.length);
    }
    case 'sum': {
      const sum = total(rounds, (round) => how.value(round, series));
      return plain(sum, sum);
    }
    case 'share': {
      const parts = rounds.map((round) => how.value(round, series));
      const whole = total(parts, (each) => each.whole);
      if (whole === 0) return missing('no operation');
      return plain(total(parts, ({ part }) => part) / whole, whole);
    }
    case 'model': {
      const value = how.value(rounds);
      return value === null ? missing('no formula') : plain(value, 0);
    }
  }
}

function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function plain(value: number, n: number): Estimated {
  return { ...NOTHING, state: 'ok', value, n };
}

function missing(why: string): Estimated {
  return { ...NOTHING, why };
}

function pointOf({ cell: { run, seed, cell } }: Round, value: number, censored = false): Point {
  return { run, seed, cell, value, censored };
}

/** The median over rounds of one number of each. */
function overRounds(rounds: readonly (readonly [Round, RoundValue | null])[]): Estimated {
  const found = rounds.flatMap(([round, number]) =>
    number === null ? [] : [{ round, ...(number === 'failed' ? { value: null, n: 0 } : number) }],
  );
  if (found.length === 0) return missing('in no round');
  const operations = {
    n: total(found, ({ n }) => n),
    failed: total(found, ({ failed = 0 }) => failed),
  };
  const points = found.flatMap(({ round, value, censored }) =>
    value === null ? [] : [pointOf(round, value, censored)],
  );
  if (points.length === 0) return { ...NOTHING, ...operations, state: 'failed' };
  const survivors = points.length < found.length;
  const why = survivors ? `${points.length} of ${found.length} rounds complete` : '';
  return { ...medianOf(points), ...operations, survivors, why };
}

/** The median of points with its interval; a lower bound where one of the middle ones is. */
export function medianOf(points: readonly Point[]): Estimated {
  const sorted = sortSamples(points.map(({ value }) => value));
  if (sorted === null) return missing('in no round');
  const value = median(sorted);
  if (value >= CENSORED) return { ...NOTHING, state: 'failed', points };
  const bound = Math.min(...points.filter((each) => each.censored).map((each) => each.value));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? value;
  return {
    ...plain(value, points.length),
    ...intervalOver(
      points.map((point) => [point.value]),
      median,
      // A lower bound may be anything above it: an end that rests on one is none.
      Number.isFinite(bound)
        ? points.map(({ value: own, censored }) => [censored ? CENSORED : own])
        : undefined,
    ),
    censored: upper >= bound,
    points: points.filter((point) => point.value < CENSORED),
  };
}

/**
 * The interval of a statistic over rounds.
 * @param atMost the rounds that its upper end is of, where these may be higher.
 */
function intervalOver(
  perRound: readonly (readonly number[])[],
  of: (samples: SortedSamples) => number,
  atMost?: readonly (readonly number[])[],
): Pick<Estimated, 'low' | 'high' | 'coverage' | 'rounds'> {
  const own = bootstrapInterval(perRound, of);
  const { high = null } = (atMost === undefined ? own : bootstrapInterval(atMost, of)) ?? {};
  return {
    low: own?.low ?? null,
    high: high !== null && high >= CENSORED ? Infinity : high,
    coverage: coverageOf(perRound.length),
    rounds: perRound.length,
  };
}

const STATISTICS: Readonly<Record<Statistic, (samples: SortedSamples) => number>> = {
  p50: (samples) => orderStatistic(samples, 0.5),
  p95: (samples) => orderStatistic(samples, 0.95),
  p99: (samples) => orderStatistic(samples, 0.99),
  mean,
  minimum,
  maximum,
};
const SHARES: Partial<Record<Statistic, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };

/** A statistic over the operations of all rounds together, with its interval over rounds. */
function overOperations(
  { statistic, without = 'no operation' }: Extract<Metric['estimate'], { of: 'operations' }>,
  rounds: readonly { readonly round: Round; readonly values: readonly number[] }[],
): Estimated {
  const all = rounds.flatMap(({ values }) => values);
  if (all.length === 0) return missing(without);
  const failed = all.filter((value) => value >= CENSORED).length;
  const counts = { ...NOTHING, n: all.length, failed };
  const share = SHARES[statistic];
  const needed = share === undefined ? 1 : samplesNeeded(share);
  if (all.length < needed) {
    const why = `n too small (n=${all.length}, needs ${needed})`;
    return { ...counts, state: 'too-small', why };
  }
  const of = STATISTICS[statistic];
  const isPercentile = share !== undefined;
  // A percentile is over all operations, a mean and an extreme over those that succeeded.
  const counted = (value: number) => isPercentile || value < CENSORED;
  const perRound = rounds
    .map(({ round, values }) => ({ round, values: values.filter(counted) }))
    .filter(({ values }) => values.length > 0);
  const samples = sortSamples(perRound.flatMap(({ values }) => values));
  const value = samples === null ? CENSORED : of(samples);
  if (value >= CENSORED) {
    const why = isPercentile ? `no percentile: ${failed} of ${all.length} unanswered` : '';
    return { ...counts, state: 'failed', why };
  }
  const survivors = !isPercentile && failed > 0;
  const why = survivors ? 'of those that succeeded' : '';
  const ok: Estimated = { ...counts, state: 'ok', value, survivors, why };
  if (statistic === 'minimum' || statistic === 'maximum') return ok;
  const points = perRound.flatMap(({ round, values }): Point[] => {
    const own = values.length < needed ? null : sortSamples(values);
    const alone = own === null ? CENSORED : of(own);
    return alone < CENSORED ? [pointOf(round, alone)] : [];
  });
  const interval = intervalOver(
    perRound.map(({ values }) => values),
    of,
  );
  return { ...ok, ...interval, points };
}
