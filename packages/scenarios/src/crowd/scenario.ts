import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';
import { WINDOW_BESIDE_SECONDS } from './windows.ts';

/** Pages that stay, in several browsers, open this many times as slowly as those of other scenarios (docs/decisions/0049). */
const SLOWER = 2;

export const scenario: Scenario = {
  id: 'crowd',
  title: 'More and more users at once',
  kinds: ['text'],
  parameters: ['crowd', 'windowSeconds'],
  features: ['subscribers'],
  family: 'crowd',
  files: 'fileBytes',
  notAtTarget: 'what a user costs the server is read in each window, on its machine',
  plannedSeconds: (cell) => {
    const { crowd, windowSeconds } = cell.workload;
    const windows = crowd.length * (windowSeconds + WINDOW_BESIDE_SECONDS);
    return PROCESSES_SECONDS + SLOWER * pagesSeconds(cell, Math.max(0, ...crowd)) + windows;
  },
};
