import type { CellPhase } from '@holbench/results/cell';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, type Round } from '../../metric.ts';
import { goodputMbps } from './goodput.ts';

/** Of messages. */
const KINDS = ['load', 'event'] as const;

/**
 * The window of a phase on the clock of its messages, in ms. Runs before schema 6 did not record it:
 * there it lasts from the first message to the last. Null for a phase without both.
 */
export function phaseWindow(
  round: Pick<Round, 'cell' | 'samples'>,
  phase: ProbePhase,
): NonNullable<CellPhase['window']> | null {
  const recorded = round.cell.phases.find((each) => each.phase === phase)?.window;
  if (recorded) return recorded;
  const times = messagesOf(round, phase).map(({ intendedAtMs }) => intendedAtMs);
  return times.length === 0 ? null : { fromMs: Math.min(...times), toMs: Math.max(...times) };
}

/** The messages of a phase that count, of both kinds; of fresh connections those of the first seconds. */
export function messagesOf(
  round: Pick<Round, 'samples' | 'connection' | 'elsewhere'>,
  phase: ProbePhase,
): readonly Sample[] {
  const all = KINDS.flatMap((kind) => labelsOf(phase, kind)).flatMap(
    (label) => byLabel(round).get(label) ?? [],
  );
  return round.connection ? startOf(round, phase, all) : all;
}

/** Length of the beginning of a transfer. */
export const FIRST_MS = 10_000;

/** Of messages of fresh connections, those of one that were sent before its transfer, or in its first seconds. */
export function startOf(
  { connection, elsewhere }: Pick<Round, 'connection' | 'elsewhere'>,
  phase: ProbePhase,
  all: readonly Sample[],
): readonly Sample[] {
  // A draw may have messages alone twice.
  if (phase === 'alone') return all.filter((each) => each.connection === connection?.connection);
  const window = (phase === 'other' ? elsewhere : connection)?.transfer.window;
  const endMs = (window?.fromMs ?? -Infinity) + FIRST_MS;
  return all.filter(({ intendedAtMs }) => intendedAtMs < endMs);
}

/** The labels of messages of a phase after a ramp, and of fresh connections: a cell has those of one. */
export function labelsOf(phase: ProbePhase, kind: (typeof KINDS)[number]): string[] {
  return [LABELS.probe(phase, kind), LABELS.freshProbe(phase, kind)];
}

/** Goodput of the bulk transfer in the window of a phase, in Mbit/s; null without one. */
export function bulkGoodput(round: Pick<Round, 'cell' | 'samples'>, phase: ProbePhase) {
  const bulk = round.cell.phases.find((each) => each.phase === phase)?.bulk;
  const window = phaseWindow(round, phase);
  return bulk && window ? goodputMbps(bulk, window) : null;
}
