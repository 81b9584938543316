import type { FinishedCell } from '@holbench/results/run-reader';
import type { Sample } from '@holbench/results/sample';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { CENSORED } from '@holbench/stats/censored';
import { median } from '@holbench/stats/statistics';

/** A figure of one round of a scenario. A new one needs only its definition. */
export interface Metric {
  /** Unique in its scenario, such as "makespan". */
  readonly id: string;
  readonly title: string;
  readonly unit: 'ms' | 'Mbit/s' | '1/s' | 'MiB' | 'x' | 'RTT' | 'events';
  readonly better: 'lower' | 'higher';
  /** Formula of the number of one round, with its source where it has one. */
  readonly definition: string;
  /** The numbers of one finished cell; none where it has no such samples. */
  readonly of: (finished: FinishedCell) => readonly MetricValue[];
}

/** One number of one round. */
export interface MetricValue {
  /** Name among several numbers of the same kind, such as "batch-10"; '' for a single one. */
  readonly series: string;
  readonly value: number;
  /** Number of operations in it. */
  readonly n: number;
  /** Whether it is a lower bound, because operations failed or were given up. */
  readonly censored: boolean;
}

/** Samples that count, by label. */
export function byLabel({ samples }: FinishedCell): ReadonlyMap<string, readonly Sample[]> {
  return Map.groupBy(
    samples.filter(({ warmup }) => !warmup),
    ({ label }) => label,
  );
}

/**
 * Median duration over all operations, in ms: failed ones are slower than any other.
 * @returns null without operations.
 */
export function medianDuration(samples: readonly Sample[]): Omit<MetricValue, 'series'> | null {
  const durations = samples.map(({ outcome }) =>
    outcome.status === 'ok' ? outcome.durationMs : CENSORED,
  );
  const sorted = sortSamples(durations);
  if (sorted === null) return null;
  const value = median(sorted);
  return { value, n: sorted.length, censored: value === CENSORED };
}

/** The median duration of every label that `series` names, in ms. @param series null: not of this metric. */
export function medianPerLabel(
  finished: FinishedCell,
  series: (label: string) => string | null,
): MetricValue[] {
  return [...byLabel(finished)].flatMap(([label, samples]) => {
    const name = series(label);
    const duration = medianDuration(samples);
    return name === null || duration === null ? [] : [{ series: name, ...duration }];
  });
}
