import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromiumArguments, executableIn, quicHosts } from '@holbench/harness/browser';
import { UserError } from '@holbench/process/user-error';
import { ManagedProcess } from '@holbench/process/managed-process';
import { checkSchema } from '@holbench/results/check-schema';
import { LABELS, Measurement } from '@holbench/results/sample';
import type { CellRun } from '../cell-run.ts';
import { linesWritten } from './lines-written.ts';

/** 1b: many users each open the page and load one CoValue. */
export const usersLoad = (run: CellRun): Promise<void> => artillery(run, 'load');

/** 2d: many users each open the page and create one CoValue. */
export const usersCreate = (run: CellRun): Promise<void> => artillery(run, 'create');

/** Page load and operation. */
const MEASUREMENTS_PER_USER = 2;

/** Runs the plain Artillery scenarios of bench/artillery against the cell's server. */
async function artillery(run: CellRun, operation: 'load' | 'create'): Promise<void> {
  const { cell, configuration, tools } = run;
  if (!tools.chromium) throw new UserError('no Chromium: run ./setup.sh');
  const executable = await executableIn(run.client, tools.chromium.path, run.logFolder);
  const folder = join(tools.root, 'bench/artillery');
  const program = join(
    dirname(createRequire(join(folder, 'users.ts')).resolve('artillery/package.json')),
    'bin/run',
  );
  const samplesPath = join(run.logFolder, 'artillery.ndjson');
  const started = await ManagedProcess.start({
    name: `Artillery of ${cell.id}`,
    command: process.execPath,
    args: [
      program,
      'run',
      join(folder, 'scenarios.yml'),
      '--scenario-name',
      `${operation}-${cell.kind}`,
      '--target',
      run.origin,
      '--overrides',
      JSON.stringify(overrides(run, executable)),
    ],
    cwd: folder,
    logPath: join(run.logFolder, 'artillery.log'),
    env: {
      ...process.env,
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      // One worker, so that users share a browser on every machine alike. Artillery 2.0.34 starts
      // another for each user who arrives before the first browser runs.
      WORKERS: '1',
      // Compiling its modules, the same in every cell, is a seventh of its start.
      NODE_COMPILE_CACHE: join(tools.root, '.cache/artillery'),
      HOLBENCH_SAMPLES: samplesPath,
      HOLBENCH_TIMEOUT_MS: String(run.timeoutMs),
      HOLBENCH_SEED: String(cell.seed),
      HOLBENCH_FILE_BYTES: String(cell.network.workload.userFileBytes),
    },
  });
  const artilleryProcess = await run.own(started);
  await run.recordProcess({ group: 'artillery', pid: artilleryProcess.pid });
  const watching = new AbortController();
  void artilleryProcess.ended.then(() => watching.abort());
  const everyone = await linesWritten(
    samplesPath,
    MEASUREMENTS_PER_USER * configuration.users,
    watching.signal,
  ).then(
    () => true,
    () => false,
  );
  // What follows the last user is Artillery polling itself to an end, which takes it seconds.
  if (everyone) await artilleryProcess.stop();
  else await artilleryProcess.ended;
  const measurements = await readMeasurements(samplesPath);
  run.record(measurements);
  run.record(lostUsers(measurements, configuration.users, LABELS[operation]));
  if (!everyone && artilleryProcess.ending !== 'exit code 0') {
    const { ending, log } = artilleryProcess;
    throw new UserError(`Artillery ended with ${ending}`, log.tail());
  }
}

function overrides(
  { configuration, tools, variant, origin }: CellRun,
  executablePath: string,
): object {
  return {
    config: {
      phases: [{ duration: configuration.arrivalSeconds, arrivalCount: configuration.users }],
      engines: {
        playwright: {
          launchOptions: {
            executablePath,
            args: chromiumArguments({ tools, forceQuic: quicHosts(variant, origin) }),
          },
        },
      },
    },
  };
}

async function readMeasurements(path: string): Promise<Measurement[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // What follows the last line break is nothing, or torn by Artillery's death.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => checkSchema(Measurement, JSON.parse(line)));
}

/** Users of whom nothing was heard, because Artillery or the browser died, failed like others. */
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
      const reason = 'the user was never heard of again';
      const outcome = { status: 'failed', code: 'lost', reason, afterMs: 0 } as const;
      lost.push({ label, user, index: 0, intendedAtMs: 0, outcome });
    }
  }
  return lost;
}
