import { DISTURBANCES } from '@holbench/factors/disturbances';
import { pacing } from '@holbench/factors/pacing';
import type { BackendId } from '@holbench/netem/backend';
import { chooseBackend, whyNoPacing } from '@holbench/netem/choose-backend';
import { findOnPath } from '@holbench/process/find-on-path';
import { UserError } from '@holbench/process/user-error';
import { settingsIn } from '@holbench/results/block';
import { assertRunFolder } from '@holbench/results/run-writer';
import type { Configuration } from './configuration.ts';

/** Options that a machine may be unable to obey. */
export interface MachineOptions {
  readonly backend?: BackendId;
  readonly out?: string;
}

type Chosen = Pick<Configuration, 'networks' | 'factors' | 'blocks'>;

type Needy = typeof pacing | (typeof DISTURBANCES)[number];

/** Whether some of the options can be tried: to try backends takes root. */
export function mayBeImpossible(configuration: Chosen, { backend, out }: MachineOptions): boolean {
  return (
    backend !== undefined ||
    out !== undefined ||
    [pacing, ...DISTURBANCES].some((factor) => isUsed(configuration, factor))
  );
}

/** @throws UserError for an option that this machine cannot obey. A plan is refused as its run would be. */
export async function assertPossible(
  configuration: Chosen,
  { backend, out }: MachineOptions,
): Promise<void> {
  if (out !== undefined) await assertRunFolder(out);
  if (backend !== undefined) await assertBackend(configuration, backend);
  const why = isUsed(configuration, pacing) ? await whyNoPacing() : null;
  if (why !== null) throw new UserError(`--${pacing.flag} fq: ${why}`);
  const disturbance = DISTURBANCES.find((factor) => isUsed(configuration, factor));
  if (disturbance !== undefined && (await findOnPath(['nft'])) === null) {
    throw new UserError(
      `--${disturbance.flag}: nft is not installed; run ./setup.sh, or install nftables`,
    );
  }
}

/** Cells over a network that it cannot make are unsupported; a run needs one that it can. */
async function assertBackend({ networks }: Chosen, backend: BackendId): Promise<void> {
  const refusals: string[] = [];
  for (const { profile } of networks) {
    const choice = await chooseBackend(profile, backend);
    if (choice.backend !== null) return;
    refusals.push(choice.why);
  }
  throw new UserError(`--backend ${backend}: ${refusals[0]}; leave it out, or name another`);
}

/** Whether a run has a factor at another value than its default, in any of its cells. */
function isUsed({ factors, blocks }: Chosen, { key, flag, default: none }: Needy): boolean {
  const isSwept = settingsIn({ blocks }).some(({ factor }) => factor === flag);
  return factors[key] !== none || isSwept;
}
