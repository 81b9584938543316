import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { CellPlan, Scenario } from '../scenario.ts';

/** One mutation on two cores, with its deliveries, in seconds. */
const MUTATION_SECONDS = 0.08;

export const scenario: Scenario = {
  id: '3e',
  title: 'Mutate one',
  kinds: ['text', 'binary'],
  parameters: ['mutations', 'subscribers'],
  features: ['subscribers'],
  family: 'session',
  files: 'fileBytes',
  plannedSeconds: (cell) => {
    const pages = pagesSeconds(cell, cell.workload.subscribers + 1);
    return PROCESSES_SECONDS + pages + cell.workload.mutations * mutation(cell);
  },
  transfers: (cell) => [mutation(cell)],
};

/**
 * One by one: each waits for the acknowledgement of the last, and in a batch in both directions.
 */
function mutation(cell: CellPlan): number {
  const transfer = transferSeconds(cell, 'create', 1, CHUNK_BYTES);
  return MUTATION_SECONDS + transfer + (2 * cell.factors.batchMs) / 1_000;
}
