import { batchSizes } from '../batches.ts';
import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { CellPlan, Scenario } from '../scenario.ts';

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
    transfers(cell).reduce(
      (sum, seconds) => sum + seconds,
      PROCESSES_SECONDS + pagesSeconds(cell, 1),
    ),
  transfers,
};

function transfers(cell: CellPlan): number[] {
  const { fileBytes } = cell.network.workload;
  return batchSizes(cell).map((size) => transferSeconds(cell, 'load', size, fileBytes));
}
