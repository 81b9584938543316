import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../planned-seconds.ts';
import type { CellEvidence, CellPlan, Scenario } from '../scenario.ts';
import {
  CHECK_TURNS,
  checkSeconds,
  CLIENTS,
  FILES_ALONE,
  MOST_CLIENTS,
  OPERATIONS,
  WARMUP_SECONDS,
} from './windows.ts';

export const scenario: Scenario = {
  id: 'throughput',
  title: 'Operations per second in closed loops',
  kinds: ['text', 'binary'],
  parameters: ['windowSeconds', 'bulkFileBytes'],
  features: [],
  family: 'rates',
  files: 'bulkFileBytes',
  notAtTarget: 'its clients without a browser bring no token',
  plannedSeconds: (cell) =>
    PROCESSES_SECONDS +
    pagesSeconds(cell, 1) +
    (cell.kind === 'text' ? windowsSeconds(cell) : filesSeconds(cell)),
  transfers: (cell) => (cell.kind === 'text' ? [] : [filesSeconds(cell)]),
  problems,
};

function windowsSeconds({ workload: { windowSeconds } }: CellPlan): number {
  const windows = OPERATIONS.length * (CLIENTS.length * windowSeconds + WARMUP_SECONDS);
  // wrk has twice the time, h2load a warm-up of a second.
  return windows + CHECK_TURNS * (4 * checkSeconds(windowSeconds) + 1);
}

function filesSeconds(cell: CellPlan): number {
  const files = 1 + FILES_ALONE + MOST_CLIENTS;
  return transferSeconds(cell, 'load', files, cell.workload.bulkFileBytes);
}

/** Why its windows do not count. */
function problems({ windows, variant, served }: CellEvidence): string[] {
  const broken = windows.flatMap(({ label, clients, operations, failed, failure }) =>
    failed === 0
      ? []
      : [`${label} by ${clients} at once: ${failed} of ${operations + failed} failed: ${failure}`],
  );
  const done = windows.reduce((sum, { operations }) => sum + operations, 0);
  // Only upgrades of WebSockets are counted.
  const isShort = variant.transport !== 'websocket' && served < done;
  return isShort
    ? [...broken, `the clients count ${done} operations, the server ${served} requests`]
    : broken;
}
