import { UserError } from '@holbench/process/user-error';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { isPageCrash } from '../../port/call-page.ts';
import type { CellRun } from '../../port/cell-run.ts';

/** Runs Artillery's virtual users: each opens the page and does one operation. */
export async function driveUsers(run: CellRun, operation: 'load' | 'create'): Promise<void> {
  const labels = [LABELS.pageLoad, LABELS[operation]];
  const { measurements, problem } = await run.virtualUsers({ operation, labels });
  const { once, lost, doubles } = byUser(measurements, run.cell.run.users, labels);
  run.record([...once, ...lost]);
  // Artillery itself ends where the page of a user who arrives cannot be made.
  const crash = [...measurements.map(reasonOf), problem?.log ?? ''].find(isPageCrash);
  if (crash !== undefined) throw new Error(crash);
  if (doubles.length > 0) throw new Error(`more than one result: ${doubles.join(', ')}`);
  if (problem) throw new UserError(problem.why, problem.log);
}

function reasonOf({ outcome }: Measurement): string {
  return outcome.status === 'failed' ? outcome.reason : '';
}

/**
 * Each user has one measurement of each label. Users without a result, because Artillery or the
 * browser died, count as failed. Of two results neither is known to be right: the first is kept for
 * a reader, and the cell fails.
 */
export function byUser(
  measurements: readonly Measurement[],
  users: number,
  labels: readonly string[],
): {
  readonly once: readonly Measurement[];
  readonly lost: readonly Measurement[];
  /** Such as "page-load of user 3". */
  readonly doubles: readonly string[];
} {
  const groups = Map.groupBy(measurements, ({ label, user }) => `${label} of user ${user}`);
  const lost: Measurement[] = [];
  for (const label of labels) {
    for (let user = 0; user < users; user += 1) {
      if (groups.has(`${label} of user ${user}`)) continue;
      const reason = 'no result from this virtual user';
      const outcome = { status: 'failed', code: 'lost', reason, afterMs: 0 } as const;
      lost.push({ label, user, index: 0, intendedAtMs: 0, outcome });
    }
  }
  return {
    once: [...groups.values()].flatMap((group) => group.slice(0, 1)),
    lost,
    doubles: [...groups].flatMap(([key, group]) => (group.length > 1 ? [key] : [])),
  };
}
