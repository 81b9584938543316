import {
  allLatencies,
  probeLatencies,
  type ProbeLatencies,
} from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { goodputMbps } from '@holbench/scenarios/families/beside-bulk/goodput';
import type { PairedRound } from '@holbench/stats/paired-rounds';
import { stallsIn, type Stalls } from '@holbench/stats/stalls';
import type { FinishedCell } from '@holbench/results/run-reader';
import { type ProbePhase } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { CENSORED } from './latencies.ts';

/** The two kinds of small messages. */
export type ProbeKind = 'load' | 'event';

/** Latencies in ms of each round, `CENSORED` for probes that were not answered. */
export function probeRounds(
  rounds: readonly FinishedCell[],
  phase: ProbePhase,
  what: ProbeKind,
): number[][] {
  return rounds.map(({ samples }) => {
    const { sent, answeredMs } = probeLatencies(samples, phase, what);
    return [...answeredMs, ...Array.from({ length: sent - answeredMs.length }, () => CENSORED)];
  });
}

/** Rounds that have both phases, each side's unanswered probes at the time they were given up. */
export function pairedRounds(
  rounds: readonly FinishedCell[],
  phases: { readonly loaded: ProbePhase; readonly base: ProbePhase },
  what: ProbeKind,
): PairedRound[] {
  return rounds.flatMap(({ samples }) => {
    const loaded = allLatencies(probeLatencies(samples, phases.loaded, what));
    const base = allLatencies(probeLatencies(samples, phases.base, what));
    return loaded && base ? [{ loaded, base }] : [];
  });
}

/** When the probes of a phase were sent, on their own clock, in ms; null when none was. */
function probeWindow(
  { samples }: FinishedCell,
  phase: ProbePhase,
): { fromMs: number; toMs: number } | null {
  const labels = [LABELS.probe(phase, 'load'), LABELS.probe(phase, 'event')];
  const sentAtMs = samples
    .filter(({ label, warmup }) => labels.includes(label) && !warmup)
    .map(({ intendedAtMs }) => intendedAtMs);
  return sentAtMs.length === 0
    ? null
    : { fromMs: Math.min(...sentAtMs), toMs: Math.max(...sentAtMs) };
}

/** Goodput of the bulk while the probes were sent, in Mbit/s, of each round that has one. */
export function bulkGoodputs(rounds: readonly FinishedCell[], phase: ProbePhase): number[] {
  return rounds.flatMap((round) => {
    const bulk = round.cell.phases.find((each) => each.phase === phase)?.bulk;
    const window = probeWindow(round, phase);
    const mbps = bulk && window ? goodputMbps(bulk, window) : null;
    return mbps === null ? [] : [mbps];
  });
}

/** Stalls of both kinds of probes together, of each round: they share what stalls. */
export function stallRounds(
  rounds: readonly FinishedCell[],
  phase: ProbePhase,
  probesPerSecond: number,
): Stalls[] {
  return rounds.flatMap((round) => {
    const window = probeWindow(round, phase);
    if (window === null) return [];
    const kinds = [
      probeLatencies(round.samples, phase, 'load'),
      probeLatencies(round.samples, phase, 'event'),
    ];
    const arrivals = kinds.flatMap(({ arrivalsMs }: ProbeLatencies) => arrivalsMs);
    const rttMs = certifiedRttMs(round) ?? 0;
    const answersMs = { beganAtMs: window.fromMs + rttMs, endedAtMs: window.toMs };
    return [stallsIn(arrivals, answersMs, { rttMs, intervalMs: 1_000 / probesPerSecond })];
  });
}

/** Round trip of the link right before the cell, in ms; null where none was measured. */
export function certifiedRttMs({ cell }: FinishedCell): number | null {
  return cell.certificate?.before.readings.at(-1)?.rttMs?.median ?? null;
}

/** The median of it over rounds; 0 where none was measured. */
export function idleRttMs(rounds: readonly FinishedCell[]): number {
  const sorted = sortSamples(rounds.flatMap((round) => certifiedRttMs(round) ?? []));
  return sorted === null ? 0 : median(sorted);
}
