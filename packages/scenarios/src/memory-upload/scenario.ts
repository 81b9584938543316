import { MEMORY } from '../families/memory/scenario.ts';
import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { CellPlan, Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  ...MEMORY,
  id: 'memory-upload',
  title: 'Memory while many upload',
  direction: 'upload',
  features: ['uploads'],
  plannedSeconds: (cell) =>
    PROCESSES_SECONDS + pagesSeconds(cell, cell.workload.users) + uploads(cell),
  transfers: (cell) => [uploads(cell)],
};

function uploads(cell: CellPlan): number {
  const { users } = cell.workload;
  return transferSeconds(cell, 'create', users, cell.workload.bulkFileBytes, users);
}
