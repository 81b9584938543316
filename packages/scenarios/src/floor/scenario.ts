import { PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { CellPlan, Scenario } from '../scenario.ts';

/** Labels of a file from the transport's floor, and from the variant. */
export const HALVES = { floor: 'floor', variant: 'variant' } as const;

/** Files loaded at once. */
export const FILES = 10;

export const scenario: Scenario = {
  id: 'floor',
  title: 'Cost over the transport’s floor',
  direction: 'download',
  kinds: ['binary'],
  parameters: ['bulkFileBytes'],
  features: [],
  family: 'floor',
  files: 'bulkFileBytes',
  notAtTarget: 'it starts the server of the floor itself',
  unsupported: ({ protocol }) =>
    protocol === 'webtransport'
      ? 'there is no server of WebTransport without an application'
      : null,
  // Each half has its own browser.
  plannedSeconds: (cell) => 2 * (PROCESSES_SECONDS + load(cell)),
  transfers: (cell) => [load(cell)],
};

/** The warm-up of one file and the batch. */
function load(cell: CellPlan): number {
  return transferSeconds(cell, 'load', 1 + FILES, cell.workload.bulkFileBytes);
}
