import { CENSORED } from '@holbench/stats/censored';
import { atLeast, exactly, type RoundNumber, UNKNOWN } from '@holbench/stats/round-number';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { maximum, mean, minimum, percentile } from '@holbench/stats/statistics';

/** Minimum, maximum and mean are over the operations that succeeded, percentiles over all. */
export type Statistic = 'p50' | 'p95' | 'p99' | 'mean' | 'minimum' | 'maximum';

/** A number with what it is of. */
export interface CountedValue {
  /** Null as `failed`, with its counts. */
  readonly value: number | null;
  /** Operations in it. */
  readonly n: number;
  /** Of these, failed or given up; default 0. */
  readonly failed?: number;
  /** True: a lower bound, because operations were given up. */
  readonly censored?: boolean;
  /** True: of the operations that succeeded alone. */
  readonly survivors?: boolean;
  /** Of a difference: the number that it is added to, of which a link's tolerance is a share. */
  readonly base?: number;
  /** Why there is no value, such as too few operations; missing: something failed. */
  readonly lacks?: string;
  /** True: it may be any number, as what it is made from is a lower bound; `lacks` says what. */
  readonly unknown?: true;
}

const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;
const OF_SURVIVORS = { mean, minimum, maximum } as const;

/**
 * A statistic of the operations of one round. Percentiles are nearest ranks, where the round has
 * operations enough.
 * @param values in any order, `CENSORED` for an operation that failed.
 * @param bound what a failed operation took at least, in their unit: a percentile that falls on one
 *   is then a lower bound; missing: then the round has none.
 * @returns null without operations.
 */
export function roundStatistic(
  values: readonly number[],
  statistic: Statistic,
  bound?: number,
): CountedValue | null {
  const n = values.length;
  if (n === 0) return null;
  const succeeded = values.filter((value) => value < CENSORED);
  const failed = n - succeeded.length;
  if (statistic !== 'p50' && statistic !== 'p95' && statistic !== 'p99') {
    const sorted = sortSamples(succeeded);
    const value = sorted && OF_SURVIVORS[statistic](sorted);
    return { value, n, failed, ...(failed > 0 ? { survivors: true } : {}) };
  }
  const sorted = sortSamples(values);
  const found = sorted && percentile(sorted, SHARES[statistic]);
  if (found === null) return null;
  if (found.status === 'too-small') {
    return { value: null, n, failed, lacks: `n too small (n=${n}, needs ${found.needed} a round)` };
  }
  const { value } = found;
  if (value < CENSORED) return { value, n, failed };
  if (bound !== undefined) return { value: bound, n, failed, censored: true };
  return { value: null, n, failed, lacks: `no ${statistic}: ${failed} of ${n} unanswered` };
}

/** What is known of it; null where there is no value, and nothing is known to be missing. */
export function boundsOf({ value, censored, base, unknown }: CountedValue): RoundNumber | null {
  if (unknown) return UNKNOWN;
  if (value === null) return null;
  const bounds = censored ? atLeast(value) : exactly(value);
  return base === undefined ? bounds : { ...bounds, base };
}
