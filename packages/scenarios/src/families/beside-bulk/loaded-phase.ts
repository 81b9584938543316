import type { CellPhase } from '@holbench/results/cell';
import type { LinkDirection } from '@holbench/results/network-profile';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, durationOf, medianDuration, type Round } from '../../metric.ts';
import { phaseWindow } from './bulk-goodput.ts';
import { goodputMbps } from './goodput.ts';
import { inDirection } from '../../planned-seconds.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import { expectedLosses } from './timing.ts';
import { directionOf } from '../../registry.ts';

/** A phase with a transfer, and its window. */
export interface LoadedPhase {
  readonly ramp: NonNullable<CellPhase['ramp']>;
  readonly window: NonNullable<CellPhase['window']>;
  readonly bulk: NonNullable<CellPhase['bulk']>;
}

/** A phase with its working conditions; null without a transfer, and in runs before schema 6. */
export function loadedPhase(
  round: Pick<Round, 'cell' | 'samples'>,
  phase: ProbePhase,
): LoadedPhase | null {
  const { ramp, bulk } = round.cell.phases.find((each) => each.phase === phase) ?? {};
  const window = phaseWindow(round, phase);
  return ramp && window && bulk ? { ramp, window, bulk } : null;
}

/** Both halves of a window, in time; null where one has no number. */
export interface Halves {
  readonly first: number | null;
  readonly second: number | null;
}

/** Goodput of both halves of a window, in Mbit/s; null for one without a complete bin. */
export function goodputHalves({ bulk, window: { fromMs, toMs } }: LoadedPhase): Halves {
  const middle = (fromMs + toMs) / 2;
  return {
    first: goodputMbps(bulk, { fromMs, toMs: middle }),
    second: goodputMbps(bulk, { fromMs: middle, toMs }),
  };
}

/** p50 of the loads sent in both halves of a phase's window, in ms: `PROBE_DEADLINE_MS` for a bound. */
export function waitHalves(
  round: Pick<Round, 'samples'>,
  phase: ProbePhase,
  { window }: LoadedPhase,
): Halves {
  const loads = byLabel(round).get(LABELS.probe(phase, 'load')) ?? [];
  const middle = (window.fromMs + window.toMs) / 2;
  const p50 = (half: readonly Sample[]) =>
    half.length === 0 ? null : (medianDuration(half.map(durationOf)) ?? PROBE_DEADLINE_MS);
  const { first = [], second = [] } = Object.groupBy(loads, ({ intendedAtMs }) =>
    intendedAtMs < middle ? 'first' : 'second',
  );
  return { first: p50(first), second: p50(second) };
}

/** The second half ÷ the first; null where one of them is none. */
export function secondHalf({ first, second }: Halves): number | null {
  return first === null || second === null || first === 0 ? null : second / first;
}

/** Losses to be expected in a window, of the payload that was moved in it. */
export function lossesIn(
  { bulk, window }: Pick<LoadedPhase, 'bulk' | 'window'>,
  round: Round,
): number {
  const mbps = goodputMbps(bulk, window) ?? 0;
  const bytes = (mbps * 1_000 * (window.toMs - window.fromMs)) / 8;
  return expectedLosses(bulkDirection(round), bytes);
}

/** The direction of the link in which the transfer moves. */
export function bulkDirection({ cell, network }: Round): LinkDirection {
  return inDirection(network.profile, directionOf(cell.scenario));
}
