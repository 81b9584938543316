import { CENSORED } from './censored.ts';
import { medianInterval } from './median-interval.ts';
import { sortSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';

export interface Precision {
  /** Of the median. */
  readonly share: number;
  /** In the unit of the values. */
  readonly toleranceAbs: number;
}

/**
 * Half of the interval for the median, in the unit of the values.
 * @returns null with too few values for an interval, and where one of its ends is censored.
 */
export function halfWidth(values: readonly number[]): number | null {
  const sorted = sortSamples(values);
  const interval = sorted && medianInterval(sorted);
  if (interval === null || interval.high === CENSORED) return null;
  return (interval.high - interval.low) / 2;
}

/** Whether half of the interval for the median is within a share of the median, or a tolerance. */
export function isPreciseEnough(
  values: readonly number[],
  { share, toleranceAbs }: Precision,
): boolean {
  const [half, sorted] = [halfWidth(values), sortSamples(values)];
  if (half === null || sorted === null) return false;
  return half <= Math.max(share * Math.abs(median(sorted)), toleranceAbs);
}
