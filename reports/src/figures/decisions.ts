import type { Unit } from '@holbench/scenarios/metric';
import { INTERVAL_SAMPLES } from '@holbench/stats/median-interval';
import {
  delayToleranceMs,
  leastLatencyDifferenceMs,
  LINK_TOLERANCE,
} from '@holbench/stats/least-latency-difference';
import type { Point } from './point.ts';

/**
 * The decisions about figures: what differs, what is censored, what is enough. Sentence, table,
 * plot, export, ranking and comparison all ask here.
 */

/**
 * From so many rounds on there is an interval, and a difference is shown if two intervals are apart.
 * Chance does that in fewer than 1 of 100 pairs: `chanceApart`.
 */
export const ENOUGH_ROUNDS = INTERVAL_SAMPLES;

/** What two numbers with intervals are judged by. A `high` of Infinity has no end. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly rounds: number;
  readonly censored: boolean;
}

/** Why two are not shown to differ. */
export type NotShown =
  | 'no value'
  | 'no interval'
  | 'too few rounds'
  | 'lower bounds'
  | 'overlap'
  | 'within tolerance';

export type Difference =
  | { readonly is: 'higher' | 'lower' }
  | { readonly is: 'not shown'; readonly why: NotShown };

/**
 * The least difference that is worth a sentence, in the unit. Each cell's link is certified to 5 % or
 * 1 ms of its configuration, and a message is off with it: a smaller difference may be that of one
 * link; a larger one would need two links that are off in opposite directions.
 */
export function leastDifference(unit: Unit, smaller: number): number {
  return unit === 'ms' ? leastLatencyDifferenceMs(smaller) : LINK_TOLERANCE * Math.abs(smaller);
}

/**
 * Whether `a` is shown to be higher or lower than `b`: over six rounds or more their intervals
 * are apart (those that touch overlap), and the values by more than the least difference. A lower
 * bound may be anything above its interval's lower end, so that two of them never differ.
 */
export function difference(a: Estimate, b: Estimate, unit: Unit): Difference {
  const why = whyNotShown(a, b, unit);
  if (why !== null) return { is: 'not shown', why };
  return { is: (a.value ?? 0) > (b.value ?? 0) ? 'higher' : 'lower' };
}

function whyNotShown(a: Estimate, b: Estimate, unit: Unit): NotShown | null {
  if (a.value === null || b.value === null) return 'no value';
  if (a.rounds === 0 || b.rounds === 0) return 'no interval';
  if (Math.min(a.rounds, b.rounds) < ENOUGH_ROUNDS) return 'too few rounds';
  if (a.censored && b.censored) return 'lower bounds';
  if (!isAbove(a, b) && !isAbove(b, a)) return 'overlap';
  const least = leastDifference(unit, Math.min(Math.abs(a.value), Math.abs(b.value)));
  return Math.abs(a.value - b.value) <= least ? 'within tolerance' : null;
}

/** Whether all of `a` is above all of `b`; what has no interval is above nothing. */
export function isAbove(a: Pick<Estimate, 'low'>, b: Pick<Estimate, 'high' | 'censored'>): boolean {
  return a.low !== null && b.high !== null && !b.censored && a.low > b.high;
}

/**
 * What a wait from sharing the connection is shown to be. `delayed`: its interval lies above the tolerance. `equivalent`: it
 * lies inside ± tolerance, which is two one-sided tests (Schuirmann 1987), each at half of what the
 * interval's level leaves. `less`: it lies below − tolerance. `undecided`: none of these, or too few
 * rounds for an interval.
 */
export type DelayOutcome = 'delayed' | 'equivalent' | 'less' | 'undecided';

export function delayOutcome({
  low,
  high,
  points,
}: Pick<Estimate, 'low' | 'high'> & { readonly points: readonly Point[] }): DelayOutcome {
  const toleranceMs = delayToleranceMs(points);
  if (low === null || high === null) return 'undecided';
  if (low > toleranceMs) return 'delayed';
  if (high < -toleranceMs) return 'less';
  return low >= -toleranceMs && high <= toleranceMs ? 'equivalent' : 'undecided';
}

/**
 * Whether a ratio is shown to differ from 1. What is printed as 1.00 does not, nor what is within the
 * tolerance of a link.
 */
export function differsFromOne({ value, low, high, rounds, censored }: Estimate): boolean {
  if (value === null || low === null || high === null) return false;
  const printed = { value, low: twoDigits(low), high: twoDigits(high), rounds, censored };
  const one = { value: 1, low: 1, high: 1, rounds, censored: false };
  return difference(printed, one, 'x').is !== 'not shown';
}

function twoDigits(end: number): number {
  return Number.isFinite(end) ? Number(end.toFixed(2)) : end;
}
