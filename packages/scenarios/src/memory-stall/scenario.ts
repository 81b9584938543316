import { HOLD_SECONDS, MEMORY } from '../families/memory/scenario.ts';
import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  ...MEMORY,
  id: 'memory-stall',
  title: 'Memory while readers stall',
  direction: 'download',
  // Only HTTP/3's users are pages.
  plannedSeconds: (cell) =>
    PROCESSES_SECONDS + pagesSeconds(cell, cell.workload.users) + HOLD_SECONDS,
};
