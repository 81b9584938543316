import { averageFor, type Metric, type Unit } from '@holbench/scenarios/metric';
import { type Decision, decide } from '@holbench/stats/decide';
import { INTERVAL_SAMPLES } from '@holbench/stats/median-interval';
import {
  delayToleranceMs,
  leastLatencyDifferenceMs,
  LINK_TOLERANCE,
} from '@holbench/stats/least-latency-difference';
import type { Point } from './pairs.ts';

/** The interval of a figure; null without one. */
interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The decisions about figures: what differs, what is censored, what is enough. Sentence, table,
 * plot, export, ranking and comparison all ask here.
 */

/** Whether so many rounds, or connections, have an interval. */
export function isEnough({
  metric,
  rounds,
}: {
  readonly metric: Pick<Metric, 'estimate'>;
  readonly rounds: number;
}): boolean {
  return rounds >= averageFor(metric).least;
}

/** From so many rounds on there is an interval. */
export const ENOUGH_ROUNDS = INTERVAL_SAMPLES;

/**
 * The least difference that is worth a sentence, in the unit. Each cell's link is certified to 5 % or
 * 1 ms of its configuration, and a message is off with it: a smaller difference may be that of one
 * link; a larger one would need two links that are off in opposite directions.
 */
export function leastDifference(unit: Unit, smaller: number): number {
  return unit === 'ms' ? leastLatencyDifferenceMs(smaller) : LINK_TOLERANCE * Math.abs(smaller);
}

/** What a difference in ms is shown to be, such as a wait from sharing the connection. */
export function decideDelay(figure: Ends & { readonly points: readonly Point[] }): Decision {
  return decide(intervalOf(figure), delayToleranceMs(figure.points));
}

function intervalOf({ low, high }: Ends) {
  return low === null || high === null ? null : { low, high };
}
