import type { Metric, Round, RoundValue } from '@holbench/scenarios/metric';
import { boundsOf, type CountedValue, roundStatistic } from '@holbench/scenarios/round-statistic';
import { type Average, MEDIAN } from '@holbench/stats/average';
import type { LevelInterval } from '@holbench/stats/median-interval';
import {
  type Bound,
  type Bounds,
  isKnown,
  mean,
  shown,
  withUnknown,
} from '@holbench/stats/round-number';
import { averageFor } from '@holbench/scenarios/metric';
import { type Point, unitOf } from './pairs.ts';

/** `ok` has a value; every other state says why there is none. */
export type FigureState = 'ok' | 'too-small' | 'failed' | 'invalid' | 'unsupported' | 'not-run';

/** What the rounds of a selection say of a metric. */
export interface Estimated {
  readonly state: FigureState;
  /** Why there is no value, or what it leaves out; '' where there is nothing to say. */
  readonly why: string;
  /** The median of the rounds, or what `metric.estimate` says, in the unit of the metric; null unless `state` is `ok`. */
  readonly value: number | null;
  /** Interval of the median, from six rounds on; null without one. An infinite end is none. It holds
   * the `unknown` rounds at both ends. */
  readonly low: number | null;
  readonly high: number | null;
  /** The probability with which such an interval holds the true median; null without one. */
  readonly coverage: number | null;
  /** Rounds that have the number; 0 where it is of no rounds: a count, an extreme, a prediction. */
  readonly rounds: number;
  /** Rounds in which it may be any number, beside these. */
  readonly unknown: number;
  /** Operations in it, and those of them that failed or were given up. */
  readonly n: number;
  readonly failed: number;
  /** `≥`: a lower bound, because operations were given up; `≤`: an upper one, of a comparison with a lower one. */
  readonly bound: Bound;
  /** True: over the operations, batches or sessions that succeeded alone. */
  readonly survivors: boolean;
  /** The number of each round. */
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
  unknown: 0,
  n: 0,
  failed: 0,
  bound: '',
  survivors: false,
  points: [],
};

/** The figure of rounds that count. @param rounds at least one. */
export function estimate(metric: Metric, series: string, rounds: readonly Round[]): Estimated {
  const { estimate: how } = metric;
  const over = how.of === 'mean of rounds' ? meanOf : averageOf(averageFor(metric));
  const overRounds = (value: (round: Round) => RoundValue | null, without?: string) =>
    ofRounds(
      rounds.map((round) => [round, value(round)]),
      over,
      without,
    );
  switch (how.of) {
    case 'connections':
      return overRounds((round) => how.value(round));
    case 'pooled': {
      const found = how.value(rounds);
      if (found === null) return missing('not recorded');
      const { value, n, failed = 0, lacks = '', censored } = found;
      if (value === null) return { ...missing(lacks), state: 'too-small', n, failed };
      return { ...plain(value, n), failed, bound: censored ? '≥' : '' };
    }
    case 'rounds':
    case 'mean of rounds':
      return overRounds((round) => how.value(round, series, rounds));
    case 'operations':
      return overRounds(
        (round) => roundStatistic(how.values(round, series), how.statistic, how.bound?.(round)),
        how.without,
      );
    case 'share':
      return overRounds((round) => {
        const { part, whole } = how.value(round, series);
        return whole === 0 ? null : { value: part / whole, n: whole };
      });
    case 'most': {
      const all = rounds.flatMap((round) => how.value(round, series) ?? []);
      return all.length === 0 ? missing('not recorded') : plain(Math.max(...all), all.length);
    }
    case 'sum': {
      const sum = total(rounds, (round) => how.value(round, series));
      return plain(sum, sum);
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

/** The median or mean over rounds of one number of each. */
function ofRounds(
  rounds: readonly (readonly [Round, RoundValue | null])[],
  over: typeof medianOf,
  without = 'in no round',
): Estimated {
  const found = rounds.flatMap(([round, number]): (CountedValue & { round: Round })[] =>
    number === null ? [] : [{ round, ...(number === 'failed' ? { value: null, n: 0 } : number) }],
  );
  if (found.length === 0) return missing(without);
  const operations = {
    n: total(found, ({ n }) => n),
    failed: total(found, ({ failed = 0 }) => failed),
  };
  const points = found.flatMap((number): Point[] => {
    const { cell: of, connection } = number.round;
    const { run, seed, cell } = of;
    const bounds = boundsOf(number);
    if (bounds === null || !isKnown(bounds)) return [];
    const drawn = connection && { stratum: connection.firstLoss?.stratum ?? null };
    return [{ run, seed, cell, ...bounds, ...drawn }];
  });
  const empty = found.filter(({ value }) => value === null);
  const hasFailed = empty.some(({ failed = 0, lacks }) => failed > 0 || lacks === undefined);
  const unknown = found.filter((each) => each.unknown === true).length;
  const lacks = whyWithout(empty);
  if (points.length === 0) {
    const why = unknown > 0 ? `unknown: ${lacks}` : lacks;
    return { ...NOTHING, ...operations, state: hasFailed ? 'failed' : 'too-small', why, unknown };
  }
  const survivors = hasFailed || unknown > 0 || found.some((each) => each.survivors === true);
  const part = `${points.length} of ${found.length} ${unitOf(points)}s`;
  const other = unknown > 0 ? `unknown in ${unknown}, as ${lacks}` : `others: ${lacks}`;
  const left = lacks === '' ? `${part} complete` : `${part}, ${other}`;
  const why = empty.length > 0 ? left : survivors ? 'of those that succeeded' : '';
  return { ...over(points, unknown), ...operations, survivors, why };
}

/** Why rounds lack a number: of several reasons that of the most operations; '' where one failed. */
function whyWithout(without: readonly CountedValue[]): string {
  const [most] = without.toSorted((a, b) => b.n - a.n);
  return most?.lacks ?? '';
}

/**
 * The median of points with its exact interval. An end that rests on a bound is none: there the point may be anything
 * beyond itself.
 *
 * @param unknown so many more rounds may be any number.
 */
export const medianOf = averageOf(MEDIAN);

export function averageOf(average: Average) {
  return (points: readonly Point[], unknown = 0): Estimated =>
    withInterval(
      average.middle(points),
      average.interval(withUnknown(points, unknown)),
      points,
      unknown,
    );
}

/** A number with its interval, of these points. */
export function withInterval(
  number: Bounds | null,
  interval: LevelInterval | null,
  points: readonly Point[],
  unknown = 0,
): Estimated {
  const found = ofPoints(number, points, unknown);
  if (found.value === null || interval === null) return found;
  return { ...found, low: interval.low, high: interval.high, coverage: interval.level };
}

/** The mean of points, without an interval. @param unknown so many more rounds may be any number: then the mean may, too. */
export function meanOf(points: readonly Point[], unknown = 0): Estimated {
  return ofPoints(mean(withUnknown(points, unknown)), points, unknown);
}

/** What is known of points, where they are this number. */
function ofPoints(number: Bounds | null, points: readonly Point[], unknown: number): Estimated {
  if (number === null) return missing('in no round');
  const { value, bound } = shown(number);
  return value === null
    ? { ...NOTHING, state: 'failed', why: 'unknown: bounds in both directions' }
    : { ...plain(value, points.length), bound, rounds: points.length, unknown, points };
}
