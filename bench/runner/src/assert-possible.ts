import { pacing } from '@holbench/factors/pacing';
import type { BackendId } from '@holbench/netem/backend';
import { chooseBackend, whyNoPacing } from '@holbench/netem/choose-backend';
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

/** Whether some of the options can be tried: to try backends takes root. */
export function mayBeImpossible(configuration: Chosen, { backend, out }: MachineOptions): boolean {
  return backend !== undefined || out !== undefined || hasPacing(configuration);
}

/** @throws UserError for an option that this machine cannot obey. A plan is refused as its run would be. */
export async function assertPossible(
  configuration: Chosen,
  { backend, out }: MachineOptions,
): Promise<void> {
  if (out !== undefined) await assertRunFolder(out);
  if (backend !== undefined) await assertBackend(configuration, backend);
  const why = hasPacing(configuration) ? await whyNoPacing() : null;
  if (why !== null) throw new UserError(`--${pacing.flag} fq: ${why}`);
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

function hasPacing({ factors, blocks }: Chosen): boolean {
  const isSwept = settingsIn({ blocks }).some(
    ({ factor, values }) => factor === pacing.flag && values.includes('fq'),
  );
  return factors.pacing === 'fq' || isSwept;
}
