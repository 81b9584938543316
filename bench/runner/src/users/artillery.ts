import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromiumArguments, launchOptionsIn, quicHosts } from '@holbench/harness/browser';
import type { Tools } from '@holbench/harness/tools';
import { UserError } from '@holbench/process/user-error';
import type { CellRun, VirtualUsers } from '@holbench/scenarios/port/cell-run';
import type { Target } from '@holbench/target/target';

/** What the users of a cell depend on. */
export type UsersCell = Pick<
  CellRun,
  'cell' | 'client' | 'logFolder' | 'origin' | 'timeoutMs' | 'variant'
> & {
  readonly scenario: string;
  /** Missing: servers of the bench. */
  readonly target?: Target;
};

/** The script with its processor, as `pnpm build` makes it: all that a distributed runner uploads. */
export const SCRIPT_FOLDER = 'bench/artillery/dist';

/** Where Artillery's program is. */
export function artilleryProgram({ root }: Tools): string {
  const artillery = createRequire(join(root, 'bench/artillery/users.ts'));
  return join(dirname(artillery.resolve('artillery/package.json')), 'bin/run');
}

/** Options of `artillery run`, and at the end the script. */
export async function artilleryOptions(
  { cell, client, origin, variant, target }: UsersCell,
  operation: VirtualUsers['operation'],
  tools: Tools,
): Promise<string[]> {
  if (!tools.chromium) throw new UserError('no Chromium: run ./setup.sh');
  const { users, arrivalSeconds } = cell.workload;
  const { quicCongestionControl } = cell.factors;
  const forceQuic = quicHosts(variant, origin);
  const trusted = target && { trustedKey: target.trustedKey };
  const args = chromiumArguments({ tools, forceQuic, quicCongestionControl, ...trusted });
  const launching = await launchOptionsIn(client, tools.chromium.path);
  const overrides = {
    config: {
      phases: [{ duration: arrivalSeconds, arrivalCount: users }],
      engines: {
        playwright: {
          launchOptions: { ...launching, args },
          // Pages have the token: only a server whose key is in `args`, or that an authority knows, gets it.
          contextOptions: { ignoreHTTPSErrors: false },
        },
      },
    },
  };
  return [
    `--scenario-name=${operation}-${cell.kind}`,
    `--target=${origin}`,
    `--overrides=${JSON.stringify(overrides)}`,
    'scenarios.yml',
  ];
}
