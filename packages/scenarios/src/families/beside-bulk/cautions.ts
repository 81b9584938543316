import type { ProbePhase } from '@holbench/results/sample';
import type { Caution, Round } from '../../metric.ts';
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
    ...phases.flatMap((phase) => [...unstable(round, phase), ...unknownDepartures(round, phase)]),
  ];
}

/** Of servers that nobody helps to count. */
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
