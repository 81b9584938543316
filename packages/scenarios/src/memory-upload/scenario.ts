import { MEMORY } from '../memory/memory.ts';
import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  ...MEMORY,
  id: 'memory-upload',
  title: 'Memory while many upload',
  direction: 'upload',
  plannedSeconds: (cell) => {
    const { users } = cell.run;
    const uploads = transferSeconds(cell, 'create', users, cell.network.workload.bulkFileBytes);
    return PROCESSES_SECONDS + pagesSeconds(cell, users) + uploads;
  },
};
