import type { ProbePhase } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, type Caution, type Round } from '../../metric.ts';
import { unknownDepartures } from './browser-metrics.ts';
import { loadedPhase } from './loaded-phase.ts';

type Judged = Pick<Round, 'cell' | 'samples' | 'connection' | 'elsewhere'>;

/**
 * What limits a figure that is made of these phases of a round. That its halves differ, or that *other* moved more than
 * *same*, is no caution: such rounds have the same waits as others (decision 0061).
 */
export function cautionsOf(phases: readonly ProbePhase[]): (round: Judged) => readonly Caution[] {
  return (round) => [
    ...oneWitness(round),
    ...phases.flatMap((phase) => [
      ...unstable(round, phase),
      ...cutOff(round, phase),
      ...unknownDepartures(round, phase),
    ]),
  ];
}

/** The bench lets no such cell count; of a demo the page is the only one that tells. */
function oneWitness(round: Judged): Caution[] {
  if (!isSeenByPageAlone(round)) return [];
  const meaning = 'the page alone saw its protocol, as the server’s count is not known';
  return [{ id: 'one witness', meaning, here: meaning }];
}

function isSeenByPageAlone({ cell: { protocol } }: Judged): boolean {
  const { client, server } = protocol;
  return Object.keys(client).length > 0 && Object.keys(server).length === 0;
}

function unstable(round: Judged, phase: ProbePhase): Caution[] {
  const ramp = loadedPhase(round, phase)?.ramp;
  if (ramp === undefined || ramp.stable) return [];
  return [
    {
      id: `unstable ${phase}`,
      meaning: `the goodput of the phase ${phase} was not stable before the window`,
      here: `the goodput of the phase ${phase} was not stable within ${(ramp.ms / 1_000).toFixed(1)} s`,
    },
  ];
}

/** A transfer of the bench goes on until the last answer, that of a demo until its window ends. */
function cutOff(round: Judged, name: ProbePhase): Caution[] {
  const bulk = round.cell.phases.find(({ phase }) => phase === name)?.bulk;
  if (!bulk || !isSeenByPageAlone(round)) return [];
  // The last bin may not be full.
  const endMs = bulk.beganAtMs + (bulk.binBytes.length + 1) * bulk.binMs;
  const own = byLabel(round).get(LABELS.probe(name, 'load')) ?? [];
  const late = own.filter(
    ({ intendedAtMs, outcome }) =>
      outcome.status === 'ok' && intendedAtMs + outcome.durationMs > endMs,
  );
  if (late.length === 0) return [];
  return [
    {
      id: `cut off ${name}`,
      meaning: `the transfer of the phase ${name} ended before some of its messages were answered, which then waited less`,
      here: `the transfer of the phase ${name} ended before ${late.length} of ${own.length} loads were answered`,
    },
  ];
}
