import type { ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, type Round } from '../../metric.ts';

/** The messages of a phase that count, of both kinds: of the first seconds of a transfer. */
export function messagesOf(
  round: Pick<Round, 'samples' | 'connection' | 'elsewhere'>,
  phase: ProbePhase,
): readonly Sample[] {
  const all = (['load', 'event'] as const).flatMap(
    (kind) => byLabel(round).get(LABELS.probe(phase, kind)) ?? [],
  );
  return startOf(round, phase, all);
}

/** Length of the beginning of a transfer. */
export const FIRST_MS = 10_000;

/** Of messages, those of one connection that were sent before its transfer, or in its first seconds. */
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
