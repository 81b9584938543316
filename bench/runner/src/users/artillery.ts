import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromiumArguments, launchOptionsIn, quicHosts } from '@holbench/harness/browser';
import { withToken } from '@holbench/harness/readiness/start-answering';
import type { Tools } from '@holbench/harness/tools';
import { ManagedProcess } from '@holbench/process/managed-process';
import { letWrite } from '@holbench/process/unprivileged';
import type { Target } from '@holbench/target/target';
import { UserError } from '@holbench/process/user-error';
import type { CellRun, VirtualUsers } from '@holbench/scenarios/port/cell-run';

type Cell = Pick<CellRun, 'cell' | 'client' | 'logFolder' | 'origin' | 'timeoutMs' | 'variant'> & {
  /** To a target; missing: to a server of the bench. */
  readonly access?: Pick<Target, 'token' | 'trustedKey'>;
};

/**
 * Starts Artillery with the plain scenarios of bench/artillery against the cell's server.
 * @param temporary folder for its temporary files.
 */
export async function startVirtualUsers(
  run: Cell,
  scenario: string,
  { operation, samplesPath }: VirtualUsers,
  tools: Tools,
  temporary: string,
): Promise<ManagedProcess> {
  const { cell, client, logFolder, origin, timeoutMs, access } = run;
  if (!tools.chromium) throw new UserError('no Chromium: run ./setup.sh');
  const launching = await launchOptionsIn(client, tools.chromium.path);
  await letWrite(temporary);
  const folder = join(tools.root, 'bench/artillery');
  const program = join(
    dirname(createRequire(join(folder, 'users.ts')).resolve('artillery/package.json')),
    'bin/run',
  );
  const name = `${operation}-${cell.kind}`;
  return ManagedProcess.start({
    name: `Artillery of ${cell.id}`,
    command: process.execPath,
    args: [
      program,
      'run',
      join(folder, 'scenarios.yml'),
      `--scenario-name=${name}`,
      `--target=${origin}`,
      `--overrides=${JSON.stringify(overrides(run, launching, tools))}`,
    ],
    cwd: folder,
    logPath: join(logFolder, 'artillery.log'),
    env: {
      ...withToken(access?.token),
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      // Playwright leaves its profiles there when Artillery is stopped.
      TMPDIR: temporary,
      // One worker, so that users share a browser on every machine alike. Artillery 2.0.34 starts
      // another for each user who arrives before the first browser runs.
      WORKERS: '1',
      // Caches compiled modules: compiling them is a seventh of its start.
      NODE_COMPILE_CACHE: join(tools.root, '.cache/artillery'),
      HOLBENCH_SCENARIO: scenario,
      HOLBENCH_SAMPLES: samplesPath,
      HOLBENCH_TIMEOUT_MS: String(timeoutMs),
      HOLBENCH_SEED: String(cell.seed),
      HOLBENCH_FILE_BYTES: String(cell.network.workload.userFileBytes),
    },
  });
}

function overrides(
  { cell, variant, origin, access }: Cell,
  launching: object,
  tools: Tools,
): object {
  const { arrivalSeconds, users } = cell.run;
  const { quicCongestionControl } = cell.factors;
  const forceQuic = quicHosts(variant, origin);
  const trusted = access && { trustedKey: access.trustedKey };
  const args = chromiumArguments({ tools, forceQuic, quicCongestionControl, ...trusted });
  return {
    config: {
      phases: [{ duration: arrivalSeconds, arrivalCount: users }],
      engines: { playwright: { launchOptions: { ...launching, args } } },
    },
  };
}
