import { type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import { SETTING_NAMES } from '@holbench/netem/profile-settings';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Setting } from '@holbench/results/block';
import { combinations, isNetworkOption } from '../sweep.ts';

/** Network options of the command line. */
export interface NetworkOptions extends ProfileOptions {
  readonly backend?: string;
  /** Instead of any other: the real network to a target. */
  readonly found?: RealNetworkChoice;
}

/** Id of a real network, as run folders have it. */
export const REAL_NETWORK_ID = 'found';

/** A network that was measured, and the options that lead to it. */
export interface RealNetworkChoice {
  readonly profile: NetworkProfile;
  readonly options: string;
}

const FLAGS = [...SETTING_NAMES, 'backend'] as const;

/**
 * The chosen networks in the order given, each with the shell-quoted options that choose it alone.
 * Each value of a swept network option makes a network.
 * @throws UserError as `profilesOf`, and where two values of a sweep make the same networks.
 */
export function chosenNetworks(
  options: NetworkOptions,
  sweep: readonly Setting[] = [],
): { profile: NetworkProfile; options: string }[] {
  if (options.found !== undefined) {
    const { profile, options: own } = options.found;
    return [{ profile, options: own }];
  }
  const ofNetworks = sweep.filter(({ factor }) => isNetworkOption(factor));
  const chosen = combinations(ofNetworks).map((values) => {
    const networks = alike({ ...options, ...values });
    const texts = Object.values(values).join(', ');
    return { texts, networks, ids: networks.map(({ profile }) => profile.id).join() };
  });
  for (const [index, { ids, texts }] of chosen.entries()) {
    const before = chosen.slice(0, index).find((other) => other.ids === ids);
    if (before) throw new UserError(`--sweep: ${before.texts} and ${texts} make the same network`);
  }
  return chosen.flatMap((each) => each.networks);
}

/** Names of the options of the network that were given. */
export function networkFlagsOf(options: NetworkOptions): (typeof FLAGS)[number][] {
  return FLAGS.filter((name) => options[name] !== undefined);
}

/** All networks, each changed in the same way. */
function alike(options: NetworkOptions): { profile: NetworkProfile; options: string }[] {
  const flags = networkFlagsOf(options).map(
    (name) => `--${name} ${shellWord(options[name] ?? '')}`,
  );
  // As `profilesOf` does, which answers in this order.
  const names = [...new Set(options.networks)];
  return profilesOf(options).map((profile, index) => ({
    profile,
    options: [`--networks ${shellWord(names[index] ?? '')}`, ...flags].join(' '),
  }));
}
