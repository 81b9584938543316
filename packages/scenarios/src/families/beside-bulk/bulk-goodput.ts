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

/** The messages of a phase that count, of both kinds. */
export function messagesOf(round: Pick<Round, 'samples'>, phase: ProbePhase): Sample[] {
  return KINDS.flatMap((kind) => labelsOf(phase, kind)).flatMap(
    (label) => byLabel(round).get(label) ?? [],
  );
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
