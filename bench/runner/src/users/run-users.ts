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

/** Starts the workers, each in a network namespace of its own where there is a link, until every user is measured. */
export async function runUsers(
  cell: UsersCell,
  { operation, labels }: VirtualUsers,
  tools: Tools,
  { own, watch, temporary }: Owning,
): Promise<UsersOutcome> {
  const { users, workers, arrivalSeconds } = cell.cell.workload;
  const expected = { workers, measurements: labels.length * users };
  const gathering = await own(await Gathering.open(await temporary(), expected));
  const running: ManagedProcess[] = [];
  for (let worker = 0; worker < workers; worker += 1) {
    // The first has the client's side itself, as users of one worker have.
    const place = worker === 0 ? cell.client : await cell.addClient();
    const path = await temporary();
    await letWrite(path);
    const artillery = await own(
      await ManagedProcess.start({
        name: `Artillery of ${cell.cell.id}`,
        command: process.execPath,
        args: [
          artilleryProgram(tools),
          'run',
          ...(await artilleryOptions(cell, operation, worker, tools, place)),
        ],
        cwd: join(tools.root, SCRIPT_FOLDER),
        logPath: join(cell.logFolder, workers === 1 ? 'artillery.log' : `artillery-${worker}.log`),
        env: {
          ...process.env,
          [TOKEN_VARIABLE]: cell.target?.token,
          HOLBENCH_SCENARIO: cell.scenario,
          HOLBENCH_TIMEOUT_MS: String(cell.timeoutMs),
          HOLBENCH_SEED: String(cell.cell.seed),
          HOLBENCH_FILE_BYTES: String(cell.cell.workload.userFileBytes),
          HOLBENCH_SAMPLES: gathering.path,
          HOLBENCH_WORKER: String(worker),
          HOLBENCH_WORKERS: String(workers),
          HOLBENCH_EVERY_MS: String((1_000 * arrivalSeconds) / users),
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
    running.push(artillery);
  }
  const problem = await Promise.race([
    gathering.complete.then(() => null),
    ended(running, gathering),
  ]);
  // After the last user, Artillery polls for seconds before it ends.
  await Promise.all(running.map((artillery) => artillery.stop()));
  return { measurements: gathering.measurements, problem };
}

/**
 * Resolves when no process is left that could measure: before all workers have come, the others would wait
 * for one that has ended.
 */
async function ended(
  running: readonly ManagedProcess[],
  gathering: Gathering,
): Promise<UsersOutcome['problem']> {
  await Promise.race(
    running.map(async (artillery) => {
      await artillery.ended;
      if (!gathering.hasBegun) return;
      await Promise.all(running.map((each) => each.ended));
      await gathering.closed();
    }),
  );
  const endings = running.filter(({ ending }) => ending !== null);
  const bad =
    endings.find(({ ending }) => ending !== 'exit code 0') ??
    (gathering.hasBegun ? null : endings[0]);
  return bad ? { why: `Artillery ended with ${bad.ending}`, log: bad.log.tail() } : null;
}
