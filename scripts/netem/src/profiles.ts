import { UserError } from '@holbench/process/user-error';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { todaysName } from '@holbench/results/renamed';
import { NOTHING, type ProfileSettings, profileOf } from './profile-settings.ts';

export interface Network {
  readonly id: string;
  readonly title: string;
  readonly settings: ProfileSettings;
}

/** The one without namespaces: what the machine can do where no network is in the way. */
export const LOOPBACK = 'loopback';

/** I to IV of the reference microbenchmark, the real configuration of its fourth, and none. */
export const NETWORKS: readonly Network[] = [
  { id: 'ideal', title: 'nothing emulated, two namespaces and a veth pair', settings: NOTHING },
  {
    id: 'reference-4g',
    title: 'a good mobile connection',
    settings: { ...NOTHING, down: 20_000, up: 10_000, delay: 50, loss: 0.005 },
  },
  {
    id: 'reference-3g',
    title: 'a slow mobile connection',
    settings: { ...NOTHING, down: 1_000, up: 500, delay: 100, loss: 0.01 },
  },
  {
    id: 'reference-high-loss',
    title: 'far away and lossy',
    settings: { ...NOTHING, down: 5_000, up: 2_000, delay: 200, loss: 0.05 },
  },
  {
    id: 'reference-extreme-loss',
    title: 'every other packet lost, as the reference had configured its high-loss network',
    settings: { ...NOTHING, down: 5_000, up: 2_000, delay: 200, loss: 0.5 },
  },
  { id: LOOPBACK, title: 'the machine’s own loopback device, no namespaces', settings: NOTHING },
];

/** Those that a backend makes. */
export const PROFILES: readonly NetworkProfile[] = NETWORKS.filter(({ id }) => id !== LOOPBACK).map(
  ({ id, settings }) => profileOf(id, settings),
);

export const NETWORK_NAMES = NETWORKS.map(({ id }) => id).join(', ');

/** @throws UserError that says what it is called now, or lists the names when there is no such network. */
export function networkNamed(id: string): Network {
  const [name = '', ...changes] = todaysName('network', id).split('+');
  const network = NETWORKS.find((known) => known.id === name);
  if (network?.id === id) return network;
  const flags = changes.map((change) => ` --${change.replace('=', ' ')}`).join('');
  const answer =
    flags === '' ? `is called "${name}" now` : `has changes; give "${name}" with${flags}`;
  const known = `known: ${NETWORK_NAMES}, or a profile file NAME.json`;
  throw new UserError(network ? `"${id}" ${answer}` : `unknown network "${id}"; ${known}`);
}

/** @throws UserError that lists the names when there is no such network. */
export function profileNamed(id: string): NetworkProfile {
  return profileOf(id, networkNamed(id).settings);
}
