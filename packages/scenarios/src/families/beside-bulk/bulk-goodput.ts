import type { ProbePhase } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, type Round } from '../../metric.ts';
import { goodputMbps } from './goodput.ts';

/** Of messages. */
export const KINDS = ['load', 'event'] as const;

/** When the messages of a phase were sent, on their own clock, in ms; null when none was. */
export function sendWindow(round: Pick<Round, 'samples'>, phase: ProbePhase) {
  const times = KINDS.flatMap((kind) => byLabel(round).get(LABELS.probe(phase, kind)) ?? []).map(
    ({ intendedAtMs }) => intendedAtMs,
  );
  if (times.length === 0) return null;
  return { fromMs: Math.min(...times), toMs: Math.max(...times), n: times.length };
}

/** Goodput of the bulk transfer while the messages were sent, in Mbit/s; null without one. */
export function bulkGoodput(round: Pick<Round, 'cell' | 'samples'>, phase: ProbePhase) {
  const bulk = round.cell.phases.find((each) => each.phase === phase)?.bulk;
  const window = sendWindow(round, phase);
  return bulk && window ? goodputMbps(bulk, window) : null;
}
