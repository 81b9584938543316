import { makespanOf } from '@holbench/scenarios/makespan';
import type { Measurement } from '@holbench/results/sample';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { maximum, median, minimum } from '@holbench/stats/statistics';

/** The figures of measurements that belong together. */
export function summarise(measurements: readonly Measurement[]) {
  const succeeded = measurements.flatMap(({ outcome }) => (outcome.status === 'ok' ? outcome : []));
  const sorted = sortSamples(succeeded.map(({ durationMs }) => durationMs));
  const makespanMs = sorted && makespanOf(measurements, measurements.length).value;
  const bytes = succeeded.reduce((sum, outcome) => sum + outcome.bytes, 0);
  return {
    operations: measurements.length,
    failed: measurements.length - succeeded.length,
    /** Of the operations that succeeded, in ms; null where none did. */
    durations: sorted && {
      minMs: minimum(sorted),
      medianMs: median(sorted),
      maxMs: maximum(sorted),
    },
    /** From the first intended start to the last end; null unless all succeeded. */
    makespanMs,
    ratePerSecond: makespanMs ? (measurements.length / makespanMs) * 1000 : null,
    /** Payload of the operations that succeeded. */
    bytes,
    // Bytes per millisecond are kB/s.
    goodputMBps: makespanMs ? bytes / makespanMs / 1000 : null,
    /** Every protocol that an operation proved. */
    protocols: [...new Set(succeeded.map(({ protocol }) => protocol))].toSorted(),
  };
}
