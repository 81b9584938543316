import type { CellPhase } from '@holbench/results/cell';
import type { LinkDirection } from '@holbench/results/network-profile';
import type { ProbePhase } from '@holbench/results/sample';
import type { Round } from '../../metric.ts';
import { phaseWindow } from './bulk-goodput.ts';
import { goodputMbps } from './goodput.ts';
import { way } from '../../planned-seconds.ts';
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

/** Goodput of both halves of a window, in Mbit/s; null for one without a complete bin. */
export function halvesOf({ bulk, window: { fromMs, toMs } }: LoadedPhase) {
  const middle = (fromMs + toMs) / 2;
  return {
    first: goodputMbps(bulk, { fromMs, toMs: middle }),
    second: goodputMbps(bulk, { fromMs: middle, toMs }),
  };
}

/** Goodput of the second half of a window ÷ that of the first; null where one of them is none. */
export function secondHalf(phase: LoadedPhase): number | null {
  const { first, second } = halvesOf(phase);
  return first === null || second === null || first === 0 ? null : second / first;
}

/** Losses to be expected in a window, of the payload that was moved in it. */
export function lossesIn({ bulk, window }: LoadedPhase, round: Round): number {
  const mbps = goodputMbps(bulk, window) ?? 0;
  const bytes = (mbps * 1_000 * (window.toMs - window.fromMs)) / 8;
  return expectedLosses(bulkDirection(round), bytes);
}

/** The direction of the link in which the transfer moves. */
export function bulkDirection({ cell, network }: Round): LinkDirection {
  return way(network.profile, directionOf(cell.scenario));
}
