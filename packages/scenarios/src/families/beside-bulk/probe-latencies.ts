import type { Outcome, ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { sortSamples, type SortedSamples } from '@holbench/stats/sorted-samples';

/** An unanswered probe is given up (censored) after this time, in ms. */
export const PROBE_DEADLINE_MS = 20_000;

/** The probes of one cell, phase and kind. */
export interface ProbeLatencies {
  readonly sent: number;
  /** How long each answered probe took, in ms. */
  readonly answeredMs: readonly number[];
  /** The wait of each probe unanswered at its deadline: a lower bound, in ms. */
  readonly censoredMs: readonly number[];
  /** When answers arrived, on the clock of `intendedAtMs`. */
  readonly arrivalsMs: readonly number[];
  /** Probes that failed otherwise, such as with their connection: never answered either. */
  readonly failed: number;
}

/** Whether a probe that failed had waited until its deadline. Others fail sooner, and have not waited. */
export function isGivenUp({ code }: Extract<Outcome, { status: 'failed' }>): boolean {
  return code === 'timeout';
}

/** Picks the probes of a phase from a cell's samples, by how they ended. */
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
    outcome.status === 'failed' && isGivenUp(outcome) ? [outcome.afterMs] : [],
  );
  return {
    sent: probes.length,
    answeredMs: answered.map(({ durationMs }) => durationMs),
    censoredMs,
    arrivalsMs: answered.map(({ intendedAtMs, durationMs }) => intendedAtMs + durationMs),
    failed: probes.length - answered.length - censoredMs.length,
  };
}

/** Lower bounds of the latencies of unanswered probes, in ms; of a failed one, the deadline. */
export function boundsMs({ censoredMs, failed }: ProbeLatencies): number[] {
  return [...censoredMs, ...Array.from({ length: failed }, () => PROBE_DEADLINE_MS)];
}

/**
 * The latencies of all probes sent, not only of answered ones: those without an answer at their
 * bounds. A percentile that reaches the smallest bound is a lower bound.
 * @returns null when no probe was sent.
 */
export function allLatencies(latencies: ProbeLatencies): SortedSamples | null {
  return sortSamples([...latencies.answeredMs, ...boundsMs(latencies)]);
}
