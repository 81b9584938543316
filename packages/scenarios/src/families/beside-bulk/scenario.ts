import { LABELS } from '../../labels.ts';
import { pagesSeconds, PROCESSES_SECONDS } from '../../planned-seconds.ts';
import type { CellPlan, Direction, Scenario } from '../../scenario.ts';
import { loadProblems } from './problems.ts';
import { connectionsSeconds } from './timing.ts';

type Definition = Pick<Scenario, 'id' | 'title'> & { readonly direction: Direction };

/** A connection has a page for each tab; with the transfer elsewhere there is one more. */
function pagesOf({
  factors: { tabs },
  workload: { connections, otherConnections },
}: CellPlan): number {
  return tabs * connections + (tabs + 1) * Math.min(connections, otherConnections);
}

/** The scenarios of small messages beside a bulk transfer, which differ in its direction. */
export function besideBulk({ direction, ...definition }: Definition): Scenario {
  return {
    ...definition,
    kinds: ['text'],
    parameters: [
      'connections',
      'otherConnections',
      'aloneSeconds',
      'transferSeconds',
      'deadlineSeconds',
      'probesPerSecond',
      'bulkFileBytes',
    ],
    features: direction === 'upload' ? ['bulk', 'uploads'] : ['bulk'],
    sideBySide: true,
    shown: (['alone', 'same'] as const).map((phase) => LABELS.probe(phase, 'load')),
    family: 'beside-bulk',
    direction,
    files: 'bulkFileBytes',
    forOwnServers: true,
    plannedSeconds: (cell) =>
      PROCESSES_SECONDS + pagesOf(cell) * pagesSeconds(cell, 1) + connectionsSeconds(cell),
    phaseSeconds: connectionsSeconds,
    problems: direction === 'download' ? loadProblems : () => [],
  };
}
