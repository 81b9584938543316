import { PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

/** Files loaded at once. */
export const FILES = 10;

export const scenario: Scenario = {
  id: 'floor',
  title: 'Cost over the transport’s floor',
  direction: 'download',
  kinds: ['binary'],
  presets: [],
  parameters: ['bulkFileBytes'],
  features: [],
  files: 'bulkFileBytes',
  plannedSeconds: (cell) => {
    const { bulkFileBytes } = cell.network.workload;
    // Twice the warm-up of one file and the batch, each time with a browser of its own.
    return 2 * (PROCESSES_SECONDS + transferSeconds(cell, 'load', 1 + FILES, bulkFileBytes));
  },
};
