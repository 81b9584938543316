import { ProbePhase } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { pagesSeconds, PROCESSES_SECONDS } from '../../planned-seconds.ts';
import type { CellPlan, Direction, Scenario } from '../../scenario.ts';
import { bulkProblems, loadProblems } from './problems.ts';
import { PHASES, phaseSeconds, unfit } from './timing.ts';

type Definition = Pick<Scenario, 'id' | 'title'> & { readonly direction: Direction };

/** A connection has a page; a phase opens its second page when the first is ready. */
function pagesOf({ workload: { connections, otherConnections } }: CellPlan): number {
  if (connections === 0) return 2 * PHASES;
  // With the transfer elsewhere there is a page more.
  return connections + 2 * Math.min(connections, otherConnections);
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
      'rampSeconds',
      'holbWindowSeconds',
      'windowMessages',
      'windowLosses',
      'probesPerSecond',
      'bulkFileBytes',
    ],
    features: direction === 'upload' ? ['bulk', 'uploads'] : ['bulk'],
    sideBySide: true,
    shown: [
      ...(['alone', 'same'] as const).map((phase) => LABELS.freshProbe(phase, 'load')),
      ...ProbePhase.options.map((phase) => LABELS.probe(phase, 'load')),
    ],
    family: 'beside-bulk',
    direction,
    files: 'bulkFileBytes',
    forOwnServers: true,
    plannedSeconds: (cell) =>
      PROCESSES_SECONDS + pagesOf(cell) * pagesSeconds(cell, 1) + phaseSeconds(cell, direction),
    phaseSeconds: (cell, cells) => phaseSeconds(cell, direction, cells),
    unfit: (cell) => unfit(cell, direction),
    problems: (evidence) => [
      // A connection whose transfer broke is left out.
      ...(evidence.connections ? [] : bulkProblems(evidence.samples)),
      ...(direction === 'download' ? loadProblems(evidence) : []),
    ],
  };
}
