import type { ProbePhase } from '@holbench/results/sample';
import type { Caution, Round } from '../../metric.ts';
import { unknownDepartures } from './browser-metrics.ts';

type Judged = Pick<Round, 'cell' | 'samples' | 'connection' | 'elsewhere'>;

/** What limits a figure that is made of these phases of a round. */
export function cautionsOf(phases: readonly ProbePhase[]): (round: Judged) => readonly Caution[] {
  return (round) => [
    ...oneWitness(round),
    ...phases.flatMap((phase) => unknownDepartures(round, phase)),
  ];
}

/** Of servers that nobody helps to count. */
export function oneWitness(round: Judged): Caution[] {
  if (!isSeenByPageAlone(round)) return [];
  const meaning = 'the page alone saw its protocol, as the server’s count is not known';
  return [{ id: 'one witness', meaning, here: meaning }];
}

function isSeenByPageAlone({ cell: { protocol } }: Judged): boolean {
  const { client, server } = protocol;
  return Object.keys(client).length > 0 && Object.keys(server).length === 0;
}
