import { makespan } from '@holbench/scenarios/makespan';
import type { Measurement } from '@holbench/results/sample';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { maximum, median, minimum } from '@holbench/stats/statistics';

export interface SeriesSummary {
  readonly operations: number;
  readonly failed: number;
  /** Durations of the operations that succeeded, in ms; null where none did. */
  readonly durations: { minMs: number; medianMs: number; maxMs: number } | null;
  /** From the first intended start to the last end, in ms; null unless all succeeded. */
  readonly makespanMs: number | null;
  /** Operations per second over the makespan. */
  readonly ratePerSecond: number | null;
  /** Payload of the operations that succeeded. */
  readonly bytes: number;
  /** `bytes` over the makespan, in MB (10⁶ bytes) per second. */
  readonly goodputMBps: number | null;
  /** Every protocol that an operation proved, sorted. */
  readonly protocols: readonly string[];
}

/** The figures of measurements that belong together. */
export function summarise(measurements: readonly Measurement[]): SeriesSummary {
  const succeeded = measurements.flatMap(({ outcome }) => (outcome.status === 'ok' ? outcome : []));
  const sorted = sortSamples(succeeded.map(({ durationMs }) => durationMs));
  const complete = makespan(measurements, measurements.length);
  const makespanMs = sorted && complete.status === 'ok' ? complete.durationMs : null;
  const bytes = succeeded.reduce((sum, outcome) => sum + outcome.bytes, 0);
  return {
    operations: measurements.length,
    failed: measurements.length - succeeded.length,
    durations: sorted && {
      minMs: minimum(sorted),
      medianMs: median(sorted),
      maxMs: maximum(sorted),
    },
    makespanMs,
    ratePerSecond: makespanMs ? (measurements.length / makespanMs) * 1000 : null,
    bytes,
    // Bytes per millisecond are kB/s.
    goodputMBps: makespanMs ? bytes / makespanMs / 1000 : null,
    protocols: [...new Set(succeeded.map(({ protocol }) => protocol))].toSorted(),
  };
}
