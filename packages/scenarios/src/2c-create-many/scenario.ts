import { batchSizes } from '../batches.ts';
import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  id: '2c',
  title: 'Create many',
  kinds: ['text', 'binary'],
  presets: ['smoke', 'standard', 'full'],
  parameters: ['fileBytes', 'textBatches', 'binaryBatches'],
  features: [],
  family: 'batches',
  direction: 'upload',
  files: 'fileBytes',
  plannedSeconds: (cell) =>
    batchSizes(cell).reduce(
      (seconds, size) =>
        seconds + transferSeconds(cell, 'create', size, cell.network.workload.fileBytes),
      PROCESSES_SECONDS + pagesSeconds(cell, 1),
    ),
};
