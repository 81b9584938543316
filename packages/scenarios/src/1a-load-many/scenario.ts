import { batchSizes } from '../batches.ts';
import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  id: '1a',
  title: 'Load many',
  kinds: ['text', 'binary'],
  presets: ['smoke', 'standard', 'full'],
  parameters: ['fileBytes', 'textBatches', 'binaryBatches'],
  features: [],
  family: 'batches',
  direction: 'download',
  files: 'fileBytes',
  plannedSeconds: (cell) =>
    batchSizes(cell).reduce(
      (seconds, size) =>
        seconds + transferSeconds(cell, 'load', size, cell.network.workload.fileBytes),
      PROCESSES_SECONDS + pagesSeconds(cell, 1),
    ),
};
