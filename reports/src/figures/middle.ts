import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import type { Point } from './point.ts';

/** A median, and whether it is a lower bound. */
export interface Middle {
  readonly value: number;
  readonly censored: boolean;
}

/**
 * The median of points. It is a lower bound if a point that is one lies in the middle or below: that
 * point may be anything above itself. Of an even number it is then the lower of the middle two, never
 * a mean across a bound. Null without points.
 */
export function middleOf(points: readonly Pick<Point, 'value' | 'censored'>[]): Middle | null {
  const sorted = sortSamples(points.map(({ value }) => value));
  if (sorted === null) return null;
  const at = (index: number) => sorted[Math.floor(index)] ?? sorted[0];
  const [low, high] = [at((sorted.length - 1) / 2), at(sorted.length / 2)];
  const censored = points.some((point) => point.censored && point.value <= high);
  return { value: censored ? low : median(sorted), censored };
}
