import { ARTILLERY_SECONDS, pagesSeconds, transferSeconds } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

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
    const operations = transferSeconds(cell, 'create', users, cell.network.workload.userFileBytes);
    return ARTILLERY_SECONDS + Math.max(arrivalSeconds, pagesSeconds(cell, users)) + operations;
  },
};
