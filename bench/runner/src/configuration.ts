import type { Blocks } from '@holbench/results/block';
import type { Manifest } from '@holbench/results/manifest';
import type { NetworkProfile } from '@holbench/results/network-profile';

/** One network that a run is to measure. */
export interface ConfiguredNetwork {
  readonly profile: NetworkProfile;
  /** Options that choose it on the command line. */
  readonly options: string;
}

/** What a run is: its blocks, their networks, and what holds for all of them. */
export type Configuration = Manifest['config'] &
  Blocks & { readonly networks: readonly ConfiguredNetwork[] };
