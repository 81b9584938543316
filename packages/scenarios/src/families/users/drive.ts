import { readFile, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { isPageCrash } from '../../port/call-page.ts';
import type { CellRun } from '../../port/cell-run.ts';
import { readMeasurements } from '../../read-measurements.ts';

/** Page load and operation. */
const MEASUREMENTS_PER_USER = 2;

/** Runs Artillery's virtual users: each opens the page and does one operation. */
export async function driveUsers(run: CellRun, operation: 'load' | 'create'): Promise<void> {
  const { users } = run.cell.run;
  const samplesPath = join(run.logFolder, 'artillery.ndjson');
  await writeFile(samplesPath, '');
  const artillery = await run.startVirtualUsers({ operation, samplesPath });
  const watching = new AbortController();
  void artillery.ended.then(() => watching.abort());
  const everyone = await linesWritten(samplesPath, MEASUREMENTS_PER_USER * users, watching.signal);
  // After the last user, Artillery polls for seconds before it ends.
  if (everyone) await artillery.stop();
  else await artillery.ended;
  const measurements = await readMeasurements(samplesPath);
  run.record(measurements);
  run.record(lostUsers(measurements, users, LABELS[operation]));
  // Artillery itself ends where the page of a user who arrives cannot be made.
  const crash = [...measurements.map(reasonOf), artillery.log.tail()].find(isPageCrash);
  if (crash !== undefined) throw new Error(crash);
  if (!everyone && artillery.ending !== 'exit code 0') {
    throw new UserError(`Artillery ended with ${artillery.ending}`, artillery.log.tail());
  }
}

function reasonOf({ outcome }: Measurement): string {
  return outcome.status === 'failed' ? outcome.reason : '';
}

/** Resolves with true when a file has got `count` more lines, with false when aborted before. */
async function linesWritten(path: string, count: number, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const _change of watch(path, { signal })) {
      const text = await readFile(path, 'utf8');
      if (text.split('\n').length > count) return true;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return false;
}

/** Users without a result, because Artillery or the browser died, count as failed. */
function lostUsers(
  measurements: readonly Measurement[],
  users: number,
  operation: string,
): Measurement[] {
  const lost: Measurement[] = [];
  for (const label of [LABELS.pageLoad, operation]) {
    const heard = new Set(
      measurements.filter((measurement) => measurement.label === label).map(({ user }) => user),
    );
    for (let user = 0; user < users; user += 1) {
      if (heard.has(user)) continue;
      const reason = 'no result from this virtual user';
      const outcome = { status: 'failed', code: 'lost', reason, afterMs: 0 } as const;
      lost.push({ label, user, index: 0, intendedAtMs: 0, outcome });
    }
  }
  return lost;
}
