import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { CellPlan, Scenario } from '../scenario.ts';
import { WRITES } from './burst.ts';

export const scenario: Scenario = {
  id: 'bursts',
  title: 'Writes without waiting',
  kinds: ['text'],
  parameters: ['mutations'],
  features: ['subscribers'],
  family: 'bursts',
  files: 'fileBytes',
  plannedSeconds: (cell) =>
    PROCESSES_SECONDS + cell.workload.mutations * (pagesSeconds(cell, 1) + burst(cell)),
  transfers: (cell) => [burst(cell)],
};

function burst(cell: CellPlan): number {
  return transferSeconds(cell, 'create', WRITES, 0);
}
