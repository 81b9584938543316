import { join } from 'node:path';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import type { Tools } from '@holbench/harness/tools';
import { ManagedProcess } from '@holbench/process/managed-process';
import { letWrite } from '@holbench/process/unprivileged';
import type { UsersOutcome, VirtualUsers } from '@holbench/scenarios/port/cell-run';
import { artilleryOptions, artilleryProgram, SCRIPT_FOLDER, type UsersCell } from './artillery.ts';
import { Gathering } from './gathering.ts';

/** Of the cell: what it starts ends with it, and is recorded. */
interface Owning {
  readonly own: <Resource extends AsyncDisposable>(resource: Resource) => Promise<Resource>;
  readonly watch: (artillery: ManagedProcess) => Promise<void>;
  /** For temporary files, until the cell ends. */
  readonly temporary: () => Promise<string>;
}

/** Starts Artillery at the client's side, until every user is measured, or until it ends. */
export async function runUsers(
  cell: UsersCell,
  { operation, labels }: VirtualUsers,
  tools: Tools,
  { own, watch, temporary }: Owning,
): Promise<UsersOutcome> {
  const { users, userFileBytes } = cell.cell.workload;
  const gathering = await own(await Gathering.open(await temporary(), labels.length * users));
  const path = await temporary();
  await letWrite(path);
  const artillery = await own(
    await ManagedProcess.start({
      name: `Artillery of ${cell.cell.id}`,
      command: process.execPath,
      args: [artilleryProgram(tools), 'run', ...(await artilleryOptions(cell, operation, tools))],
      cwd: join(tools.root, SCRIPT_FOLDER),
      logPath: join(cell.logFolder, 'artillery.log'),
      env: {
        ...process.env,
        [TOKEN_VARIABLE]: cell.target?.token,
        HOLBENCH_SCENARIO: cell.scenario,
        HOLBENCH_TIMEOUT_MS: String(cell.timeoutMs),
        HOLBENCH_SEED: String(cell.cell.seed),
        HOLBENCH_FILE_BYTES: String(userFileBytes),
        HOLBENCH_SAMPLES: gathering.path,
        ARTILLERY_DISABLE_TELEMETRY: 'true',
        // Playwright leaves its profiles there when Artillery is stopped.
        TMPDIR: path,
        // One thread, so that users share a browser on every machine alike. Artillery 2.0.34 starts
        // another for each user who arrives before the first browser runs.
        WORKERS: '1',
        // Caches compiled modules: compiling them is a seventh of its start.
        NODE_COMPILE_CACHE: join(tools.root, '.cache/artillery'),
      },
    }),
  );
  await watch(artillery);
  const problem = await Promise.race([
    gathering.complete.then(() => null),
    ended(artillery, gathering),
  ]);
  // After the last user, Artillery polls for seconds before it ends.
  await artillery.stop();
  return { measurements: gathering.measurements, problem };
}

/** Resolves when Artillery has ended, and nothing more can come of it. */
async function ended(
  artillery: ManagedProcess,
  gathering: Gathering,
): Promise<UsersOutcome['problem']> {
  await artillery.ended;
  await gathering.closed();
  const { ending, log } = artillery;
  if (ending === 'exit code 0' && gathering.hasBegun) return null;
  return { why: `Artillery ended with ${ending}`, log: log.tail() };
}
