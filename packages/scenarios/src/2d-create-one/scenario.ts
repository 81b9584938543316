import { ARTILLERY_SECONDS, pagesSeconds, transferSeconds } from '../planned-seconds.ts';
import type { CellPlan, Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  id: '2d',
  title: 'Create one',
  kinds: ['text', 'binary'],
  presets: ['smoke', 'standard', 'full'],
  parameters: ['userFileBytes', 'users', 'arrivalSeconds'],
  features: [],
  family: 'users',
  direction: 'upload',
  files: 'userFileBytes',
  plannedSeconds: (cell) => {
    const { users, arrivalSeconds } = cell.run;
    const arrival = Math.max(arrivalSeconds, pagesSeconds(cell, users));
    return ARTILLERY_SECONDS + arrival + operations(cell);
  },
  transfers: (cell) => [operations(cell)],
};

/** All users at once, each with connections of its own. */
function operations(cell: CellPlan): number {
  const { users } = cell.run;
  return transferSeconds(cell, 'create', users, cell.network.workload.userFileBytes, users);
}
