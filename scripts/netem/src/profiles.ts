import { UserError } from '@holbench/process/user-error';
import type { NetworkProfile } from '@holbench/results/network-profile';
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
    title: 'every other packet lost, as the reference had configured its reference-high-loss',
    settings: { ...NOTHING, down: 5_000, up: 2_000, delay: 200, loss: 0.5 },
  },
  { id: LOOPBACK, title: 'the machine’s own loopback device, no namespaces', settings: NOTHING },
];

/** Those that a backend makes. */
export const PROFILES: readonly NetworkProfile[] = NETWORKS.filter(({ id }) => id !== LOOPBACK).map(
  ({ id, settings }) => profileOf(id, settings),
);

/** @throws UserError that lists the names when there is no such network. */
export function networkNamed(id: string): Network {
  const network = NETWORKS.find((known) => known.id === id);
  if (network) return network;
  const names = NETWORKS.map((known) => known.id).join(', ');
  throw new UserError(`unknown network "${id}"; known: ${names}, or a profile file NAME.json`);
}

/** @throws UserError that lists the names when there is no such network. */
export function profileNamed(id: string): NetworkProfile {
  return profileOf(id, networkNamed(id).settings);
}
