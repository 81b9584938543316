import { UserError } from '@holbench/process/user-error';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { isPageCrash } from '../../port/call-page.ts';
import type { CellRun } from '../../port/cell-run.ts';

/** Runs Artillery's virtual users: each opens the page and does one operation. */
export async function driveUsers(run: CellRun, operation: 'load' | 'create'): Promise<void> {
  const labels = [LABELS.pageLoad, LABELS[operation]];
  const { measurements, problem } = await run.virtualUsers({ operation, labels });
  run.record([...measurements, ...lostOf(measurements, run.cell.workload.users, labels)]);
  // Artillery itself ends where the page of a user who arrives cannot be made.
  const crash = [...measurements.map(reasonOf), problem?.log ?? ''].find(isPageCrash);
  if (crash !== undefined) throw new Error(crash);
  if (problem) throw new UserError(problem.why, problem.log);
}

function reasonOf({ outcome }: Measurement): string {
  return outcome.status === 'failed' ? outcome.reason : '';
}

/**
 * Each user has one measurement of each label. Users without a result, because Artillery or the
 * browser died, count as failed.
 */
export function lostOf(
  measurements: readonly Measurement[],
  users: number,
  labels: readonly string[],
): Measurement[] {
  const keyOf = ({ label, user }: Pick<Measurement, 'label' | 'user'>) => `${label} ${user}`;
  const came = new Set(measurements.map(keyOf));
  const all = labels.flatMap((label) =>
    Array.from({ length: users }, (_, user) => ({ label, user })),
  );
  const reason = 'no result from this virtual user';
  const outcome = { status: 'failed', code: 'lost', reason, afterMs: 0 } as const;
  return all
    .filter((each) => !came.has(keyOf(each)))
    .map((each) => ({ ...each, index: 0, intendedAtMs: 0, outcome }));
}
