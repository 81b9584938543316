import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';
import { WINDOW_BESIDE_SECONDS } from './windows.ts';

export const scenario: Scenario = {
  id: '8k',
  title: 'More and more users at once',
  kinds: ['text'],
  presets: [],
  parameters: ['crowd', 'windowSeconds'],
  features: ['subscribers'],
  family: 'crowd',
  files: 'fileBytes',
  notAtTarget: 'what a user costs the server is read in each window, on its machine',
  plannedSeconds: (cell) => {
    const { crowd, windowSeconds } = cell.network.workload;
    const windows = crowd.length * (windowSeconds + WINDOW_BESIDE_SECONDS);
    return PROCESSES_SECONDS + pagesSeconds(cell, Math.max(0, ...crowd)) + windows;
  },
};
