import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromiumArguments, launchOptionsIn, quicHosts } from '@holbench/harness/browser';
import type { Collection } from '@holbench/harness/collect/messages';
import { mostUsers } from '@holbench/harness/collect/users-of';
import type { Tools } from '@holbench/harness/tools';
import { UserError } from '@holbench/process/user-error';
import type { NetworkSide } from '@holbench/process/network-side';
import type { CellRun, VirtualUsers } from '@holbench/scenarios/port/cell-run';
import type { Target } from '@holbench/target/target';

/** What the users of a cell depend on. */
export type UsersCell = Pick<
  CellRun,
  'addClient' | 'cell' | 'client' | 'logFolder' | 'origin' | 'timeoutMs' | 'variant'
> & {
  readonly scenario: string;
  /** Missing: servers of the bench. */
  readonly target?: Target;
};

export type Request = Pick<VirtualUsers, 'operation' | 'labels'>;

/** The script with its processor, as `pnpm build` makes it: all that a distributed runner uploads. */
export const SCRIPT_FOLDER = 'bench/artillery/dist';
export const SCRIPT_FILES = ['scenarios.yml', 'processor.mjs'] as const;

/** The users of a cell, for a collector. */
export function collectionOf(
  { cell, scenario, timeoutMs }: UsersCell,
  { operation, labels }: Request,
): Collection {
  const { users, workers, arrivalSeconds } = cell.run;
  const fileBytes = cell.network.workload.userFileBytes;
  const plan = { scenario, workers, users, arrivalSeconds, seed: cell.seed, fileBytes, timeoutMs };
  return { id: randomUUID(), name: `${operation}-${cell.kind}`, labels: [...labels], plan };
}

/** Where Artillery's program is. */
export function artilleryProgram({ root }: Tools): string {
  const artillery = createRequire(join(root, 'bench/artillery/users.ts'));
  return join(dirname(artillery.resolve('artillery/package.json')), 'bin/run');
}

/**
 * Options of `artillery run`, the same for each worker of a cell, and at the end the script.
 * @param place where its Chromium runs, and is; null: elsewhere, the one that Artillery's Playwright has.
 */
export async function artilleryOptions(
  { cell, origin, variant, target }: UsersCell,
  { name }: Collection,
  tools: Tools,
  place: NetworkSide | null,
): Promise<string[]> {
  if (!tools.chromium) throw new UserError('no Chromium: run ./setup.sh');
  const { quicCongestionControl } = cell.factors;
  const forceQuic = quicHosts(variant, origin);
  const trusted = target && { trustedKey: target.trustedKey };
  const args = chromiumArguments({ tools, forceQuic, quicCongestionControl, ...trusted });
  const launching = place && (await launchOptionsIn(place, tools.chromium.path));
  const overrides = {
    config: {
      phases: [{ duration: cell.run.arrivalSeconds, arrivalCount: mostUsers(cell.run) }],
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
    `--scenario-name=${name}`,
    `--target=${origin}`,
    `--overrides=${JSON.stringify(overrides)}`,
    SCRIPT_FILES[0],
  ];
}
