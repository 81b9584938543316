import type { CellEvidence, Scenario } from '../../scenario.ts';

/** Time that readers stay stopped, so that the server's buffers fill. */
export const HOLD_SECONDS = 8;

/** Shared by both memory scenarios. The peak is of a process, so each has its own cells. */
export const MEMORY = {
  family: 'memory',
  kinds: ['binary'],
  parameters: ['bulkFileBytes', 'users'],
  features: [],
  files: 'bulkFileBytes',
  notAtTarget: 'its clients without a browser bring no token',
  problems: everyUser,
} as const satisfies Partial<Scenario>;

/** A peak counts only if every user of the cell succeeded. */
function everyUser({ samples }: CellEvidence): string[] {
  const failed = samples.filter(({ outcome }) => outcome.status !== 'ok').length;
  return failed === 0 ? [] : [`${failed} of ${samples.length} users failed`];
}
