import { join } from 'node:path';
import { wholeNumber } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { type Command, Option } from 'commander';
import type { Backend, BackendId, LinkOptions } from '../backend.ts';
import { backendOption, chooseBackend } from '../choose-backend.ts';
import { removeLeftovers } from '../clean.ts';
import { elevateIfNeeded } from '../elevate.ts';
import { lockMachine } from '../lock.ts';
import {
  addProfileOptions,
  NETWORK_OPTIONS,
  type ProfileOptions,
  profilesOf,
} from '../profile-options.ts';
import { addTcpOptions, tcpSettingsOf } from '../tcp-options.ts';

/** Options of the commands that make a link. */
export interface PreparedOptions extends ProfileOptions {
  readonly backend?: BackendId;
  readonly seed: number;
}

/** Adds the options of the network that a command makes; `prepare` reads them. */
export function addPreparedOptions(command: Command): Command {
  addTcpOptions(addProfileOptions(command, 'one'));
  return command
    .addOption(backendOption().helpGroup(NETWORK_OPTIONS))
    .addOption(
      new Option('--seed <n>', 'seed of the losses')
        .argParser(wholeNumber(0, 0x3fff_0000))
        .default(1)
        .helpGroup(NETWORK_OPTIONS),
    );
}

/** Logs of the processes that the commands start. */
export const LOG_FOLDER = join(PROJECT_ROOT, '.cache/netem');

/** A backend that can make the link. No other process measures until this is disposed of. */
export interface Prepared extends AsyncDisposable {
  readonly backend: Backend;
  /** Why this backend. */
  readonly why: string;
  readonly link: LinkOptions;
}

/**
 * Prepares for a link: reads the options, locks the machine, removes leftovers of killed runs and
 * chooses a backend.
 * @param purpose name of this process, shown to others that find the machine locked.
 * @returns null when sudo has run the command as root instead, and it is done.
 * @throws UserError when one of them fails.
 */
export async function prepare(options: PreparedOptions, purpose: string): Promise<Prepared | null> {
  const [profile] = profilesOf(options);
  if (profile === undefined) throw new Error('profilesOf() returned nothing');
  const tcp = tcpSettingsOf(options);
  if ((await elevateIfNeeded('to make networks')) === 'done') return null;
  await using locked = new AsyncDisposableStack();
  locked.use(await lockMachine(purpose));
  removeLeftovers();
  const { backend, why } = await chooseBackend(profile, options.backend);
  if (backend === null) throw new UserError(why);
  const link = { profile, seed: options.seed, tcp, logFolder: LOG_FOLDER };
  const lock = locked.move();
  return { backend, why, link, [Symbol.asyncDispose]: () => lock.disposeAsync() };
}
