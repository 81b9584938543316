import { PROBE_DEADLINE_MS } from './probe-deadline.ts';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { sortSamples, type SortedSamples } from '@holbench/stats/sorted-samples';

/** The probes of one cell, phase and kind. */
export interface ProbeLatencies {
  readonly sent: number;
  /** How long each answered probe took, in ms. */
  readonly answeredMs: readonly number[];
  /** How long each probe that had no answer at its deadline had waited: a lower bound, in ms. */
  readonly censoredMs: readonly number[];
  /** When answers arrived, on the clock of `intendedAtMs`. */
  readonly arrivalsMs: readonly number[];
  /** Probes that failed otherwise, such as with their connection: never answered, too. */
  readonly failed: number;
}

/** Picks the probes of a phase from a cell's samples and sorts out how they ended. */
export function probeLatencies(
  samples: readonly Sample[],
  phase: ProbePhase,
  what: 'load' | 'event',
): ProbeLatencies {
  const label = LABELS.probe(phase, what);
  const probes = samples.filter((sample) => sample.label === label && !sample.warmup);
  const answered = probes.flatMap(({ intendedAtMs, outcome }) =>
    outcome.status === 'ok' ? [{ intendedAtMs, durationMs: outcome.durationMs }] : [],
  );
  const censoredMs = probes.flatMap(({ outcome }) =>
    outcome.status === 'failed' && outcome.code === 'timeout' ? [outcome.afterMs] : [],
  );
  return {
    sent: probes.length,
    answeredMs: answered.map(({ durationMs }) => durationMs),
    censoredMs,
    arrivalsMs: answered.map(({ intendedAtMs, durationMs }) => intendedAtMs + durationMs),
    failed: probes.length - answered.length - censoredMs.length,
  };
}

/** How long each probe without an answer waited at least, in ms: a failed one until the deadline. */
export function boundsMs({ censoredMs, failed }: ProbeLatencies): number[] {
  return [...censoredMs, ...Array.from({ length: failed }, () => PROBE_DEADLINE_MS)];
}

/**
 * The latencies of all probes sent, those without an answer at their bounds, so that nothing is over
 * the survivors. A percentile of it is a lower bound where it reaches the smallest of them.
 * @returns null when no probe was sent.
 */
export function allLatencies(latencies: ProbeLatencies): SortedSamples | null {
  return sortSamples([...latencies.answeredMs, ...boundsMs(latencies)]);
}
