import { namesIn } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readProfileFile } from './profile-file.ts';
import {
  formatChanges,
  parseSettings,
  type ProfileSettings,
  profileOf,
  SETTING_NAMES,
  type SettingTexts,
} from './profile-settings.ts';
import { LOOPBACK, NETWORK_NAMES, networkNamed } from './profiles.ts';

/** The options of `addProfileOptions` in `command.opts()`. */
export interface ProfileOptions extends SettingTexts {
  readonly network?: string;
  readonly networks?: readonly string[];
}

/** Names of all these options. */
export const NETWORK_FLAGS = ['network', 'networks', ...SETTING_NAMES] as const;

/** Heading of these options in the help. */
export const NETWORK_OPTIONS = 'Network options:';
const PROFILE_HELP = `
The id of a changed network names its changes, such as reference-4g+loss=1%+queue=codel. A profile file holds the
same texts:
  {"id": "my-dsl", "down": "20mbit", "up": "10mbit", "delay": "50ms", "loss": "0.5%"}
or {"id": "my-lte", "trace": "my.csv", "delay": "45ms"}, which replays a recorded capacity.`;

/**
 * Adds `--network` (`one`, required, or `optional`) or `--networks` (`list`), and the flags that change them.
 * The same for every command; `profilesOf` reads them.
 */
export function addProfileOptions(command: Command, choose: 'one' | 'optional' | 'list'): Command {
  const choice =
    choose === 'list'
      ? new Option('--networks <list>', `${NETWORK_NAMES}, profile files NAME.json`).argParser(
          namesOfNetworks,
        )
      : new Option('--network <name>', `${NETWORK_NAMES}, or a profile file NAME.json`);
  choice.makeOptionMandatory(choose === 'one');
  const change = [
    new Option('--down <rate>', 'rate from server to client, e.g. 20mbit'),
    new Option('--up <rate>', 'rate from client to server, e.g. 500kbit'),
    new Option('--delay <time>', 'delay each way, e.g. 50ms'),
    new Option('--jitter <time>', 'standard deviation of the delay, e.g. 2ms'),
    new Option('--loss <percent>', 'packets lost each way, e.g. 0.5%'),
    new Option('--burst <packets>', 'mean length of a run of losses; 1: independent'),
    new Option('--queue <size>', 'queue of the bottleneck, e.g. 1bdp, 1s, 100p, 64kB or codel'),
  ];
  for (const option of [choice, ...change]) command.addOption(option.helpGroup(NETWORK_OPTIONS));
  return command.addHelpText('after', PROFILE_HELP);
}

/** A shell makes '' of a variable that is not set. */
function namesOfNetworks(text: string): string[] {
  const names = namesIn(text);
  if (names.length === 0)
    throw new InvalidArgumentError(`no network given; known: ${NETWORK_NAMES}.`);
  return names;
}

/**
 * The chosen networks with the changes of the flags. The id of a changed one names its changes,
 * `reference-4g+loss=1%+queue=codel`. It is the same for the same network, and valid as a folder's name.
 * @throws UserError for an unknown name, no name, and settings that are invalid or contradict each
 * other.
 */
export function profilesOf(options: ProfileOptions): NetworkProfile[] {
  const names = [...new Set(options.networks ?? (options.network ? [options.network] : []))];
  if (names.length === 0) throw new UserError(`no network given; known: ${NETWORK_NAMES}`);
  const changes = parseSettings(options, (name) => `--${name}`);
  const profiles = names.map((name) => changedProfile(name, changes));
  const ids = profiles.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UserError(`two of the networks have the id "${twice}"`);
  return profiles;
}

function changedProfile(name: string, changes: Partial<ProfileSettings>): NetworkProfile {
  const base = name.endsWith('.json') ? readProfileFile(name) : networkNamed(name);
  const differences = formatChanges(base.settings, changes);
  if (base.id === LOOPBACK && differences.length > 0) {
    throw new UserError(
      `${LOOPBACK} is not emulated, so it has no ${differences[0]}; choose ideal`,
    );
  }
  const id = [base.id, ...differences].join('+');
  return profileOf(id, { ...base.settings, ...changes });
}
