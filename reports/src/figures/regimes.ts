import type { Metric, Unit } from '@holbench/scenarios/metric';
import { baseOf } from '@holbench/stats/least-latency-difference';
import { type Bound, middle, shown, valueOf } from '@holbench/stats/round-number';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { lowerRegime } from '@holbench/stats/two-regimes';
import { leastDifference } from './decisions.ts';
import type { Point } from './point.ts';

/** One of two groups of rounds: their median, and how many they are. */
export interface Regime {
  readonly value: number;
  readonly bound: Bound;
  readonly rounds: number;
}

/** The least step of what has a floor at 0, where a share of the smaller number is nothing. */
const LEAST: Partial<Record<Unit, number>> = { share: 0.05, '%': 5, count: 1 };

/**
 * The lower and the upper group of points that are far apart (`lowerRegime`), with nothing between
 * them; empty for one group, and of what neither direction of is better, such as memory used.
 */
export function regimesOf(
  points: readonly Point[],
  { unit, better }: Pick<Metric, 'unit' | 'better'>,
): readonly Regime[] {
  const sorted = sortSamples(points.map(valueOf));
  if (sorted === null || better === null) return [];
  const base = baseOf(points);
  const count = lowerRegime(sorted, (smaller) =>
    Math.max(leastDifference(unit, base ?? smaller), LEAST[unit] ?? 0),
  );
  if (count === null) return [];
  const ascending = points.toSorted((a, b) => valueOf(a) - valueOf(b));
  return [ascending.slice(0, count), ascending.slice(count)].flatMap((own) => {
    const found = middle(own);
    if (found === null) return [];
    const { value, bound } = shown(found);
    return value === null ? [] : [{ value, bound, rounds: own.length }];
  });
}
