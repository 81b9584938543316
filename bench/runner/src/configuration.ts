import type { Manifest } from '@holbench/results/manifest';
import { hasFeature } from '@holbench/scenarios/registry';
import type { PlannedNetwork } from '@holbench/scenarios/scenario';

/** One network that a run is to measure, and how much it moves over it. */
export interface ConfiguredNetwork extends PlannedNetwork {
  /** Options that choose it on the command line. */
  readonly options: string;
  /** Rounds of scenarios with a bulk transfer over it. */
  readonly holbRounds: number;
}

/** The configuration of a run as its manifest records it, with its networks in full. */
export type Configuration = Omit<Manifest['config'], 'networks'> & {
  readonly networks: readonly ConfiguredNetwork[];
  readonly scenarios: readonly string[];
};

/** Rounds in which a scenario runs over a network. */
export function roundsOf(
  { rounds }: Pick<Configuration, 'rounds'>,
  { holbRounds }: ConfiguredNetwork,
  scenario: string,
): number {
  return hasFeature(scenario, 'bulk') ? holbRounds : rounds;
}
