import { CENSORED } from './censored.ts';
import type { SortedSamples } from './sorted-samples.ts';

/** A percentile, or the number of samples that it would need. */
export type Percentile =
  | { readonly status: 'ok'; readonly value: number }
  | { readonly status: 'too-small'; readonly n: number; readonly needed: number };

/**
 * The exact order statistic x_(⌈p·n⌉), without interpolation: the smallest sample that at least
 * the share `p` of the samples does not exceed. Definition 1 (nearest rank) of Hyndman and Fan,
 * "Sample Quantiles in Statistical Packages", The American Statistician 50(4), 1996; numpy's
 * `inverted_cdf`.
 *
 * With fewer than 1 / (1 − p) samples it would only repeat the maximum, so it is not given.
 *
 * @param p share between 0 and 1, e.g. 0.95.
 * @returns a value in the unit of the samples.
 */
export function percentile(samples: SortedSamples, p: number): Percentile {
  const n = samples.length;
  const needed = samplesNeeded(p);
  if (n < needed) return { status: 'too-small', n, needed };
  return { status: 'ok', value: orderStatistic(samples, p) };
}

/**
 * The order statistic x_(⌈p·n⌉) however few samples there are. For curves and
 * measurements of a link; what is printed as a percentile goes through {@link percentile}.
 */
export function orderStatistic(samples: SortedSamples, p: number): number {
  const rank = Math.max(1, Math.ceil(roundOff(samples.length * p)));
  return samples[rank - 1] ?? maximum(samples);
}

/** How many samples a percentile needs: 2 for p50, 20 for p95, 100 for p99. */
export function samplesNeeded(p: number): number {
  return Math.ceil(roundOff(1 / (1 - p)));
}

export function minimum(samples: SortedSamples): number {
  return samples[0];
}

export function maximum(samples: SortedSamples): number {
  return samples.at(-1) ?? samples[0];
}

/** `CENSORED` when one of the samples is. */
export function mean(samples: SortedSamples): number {
  if (maximum(samples) === CENSORED) return CENSORED;
  return samples.reduce((sum, value) => sum + value, 0) / samples.length;
}

/**
 * The middle sample, or the mean of the two in the middle, `CENSORED` when one of them is. For a handful
 * of rounds.
 */
export function median(samples: SortedSamples): number {
  const middle = (samples.length - 1) / 2;
  const low = samples[Math.floor(middle)] ?? samples[0];
  const high = samples[Math.ceil(middle)] ?? samples[0];
  return high === CENSORED ? CENSORED : (low + high) / 2;
}

/** Takes out the error of binary fractions: 1 / (1 − 0.9) is 10, not 10.000000000000002. */
function roundOff(value: number): number {
  return Number(value.toPrecision(12));
}
