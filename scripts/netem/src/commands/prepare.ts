import { join } from 'node:path';
import { wholeNumber } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { NetworkProfile } from '@holbench/results/network-profile';
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

/** Adds the options that say what network a command makes; `prepare` reads them. */
export function addPreparedOptions(command: Command): Command {
  addTcpOptions(addProfileOptions(command, 'one'));
  return command
    .addOption(backendOption().helpGroup(NETWORK_OPTIONS))
    .addOption(
      new Option('--seed <n>', 'of the losses')
        .argParser(wholeNumber(0, 0x3fff_0000))
        .default(1)
        .helpGroup(NETWORK_OPTIONS),
    );
}

/** Where the commands leave the logs of what they start. */
export const LOG_FOLDER = join(PROJECT_ROOT, '.cache/netem');

/** A backend that can make the link, alone on this machine as long as this is not disposed of. */
export interface Prepared extends AsyncDisposable {
  readonly backend: Backend;
  /** What chose the backend. */
  readonly why: string;
  readonly link: LinkOptions;
}

/**
 * Everything that has to be right before a link is made: the options, nobody else measuring, no
 * leftovers of a killed run, a backend.
 * @param purpose what other programs are told that have to wait.
 * @returns null when the command was run as root by sudo instead, and is done.
 * @throws UserError when one of them is not.
 */
export async function prepare(options: PreparedOptions, purpose: string): Promise<Prepared | null> {
  const profile = onlyProfile(options);
  const tcp = tcpSettingsOf(options);
  if ((await elevateIfNeeded('to make networks')) === 'done') return null;
  const lock = await lockMachine(purpose);
  try {
    await removeLeftovers();
    const { backend, why } = await chooseBackend(profile, options.backend);
    if (backend === null) throw new UserError(why);
    return {
      backend,
      why,
      link: { profile, seed: options.seed, tcp, logFolder: LOG_FOLDER },
      [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

function onlyProfile(options: ProfileOptions): NetworkProfile {
  const [profile] = profilesOf(options);
  if (!profile) throw new Error('profilesOf() returned nothing');
  return profile;
}
