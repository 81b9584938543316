import type { CellEvidence, Scenario } from '../../scenario.ts';

/** How long readers stay stopped: time for a server to fill whatever it fills. */
export const HOLD_SECONDS = 8;

/** What both scenarios of memory share: the peak is a process's, so each has cells of its own. */
export const MEMORY = {
  kinds: ['binary'],
  presets: [],
  parameters: ['bulkFileBytes', 'users'],
  features: [],
  files: 'bulkFileBytes',
  problems: everyUser,
} as const satisfies Partial<Scenario>;

/** A peak counts only with every user of the cell. */
function everyUser({ samples }: CellEvidence): string[] {
  const failed = samples.filter(({ outcome }) => outcome.status !== 'ok').length;
  return failed === 0 ? [] : [`${failed} of ${samples.length} users failed`];
}
