import { isShaped } from '@holbench/results/is-shaped';
import type { Manifest } from '@holbench/results/manifest';
import type { PayloadKind } from '@holbench/results/sample';
import { SCENARIO_IDS, SCENARIOS } from '@holbench/scenarios/registry';
import { UserError } from '@holbench/process/user-error';
import { isOwn, KNOWN_IDS, variantIds } from '@holbench/variants/registry';
import type { PresetName } from '@holbench/results/parameters';
import type { Configuration } from './configuration.ts';
import { assertStoppable } from './rounds/stopping-rule.ts';
import { chosenNetworks, networkFlagsOf, type NetworkOptions } from './network/chosen-networks.ts';
import { PRESETS } from './presets.ts';
import { defaultJobs } from './side-by-side/group-cells.ts';
import { type FactorOptions, factorsAndSweep, isNetworkOption } from './sweep.ts';
import { networkWorkload, type ParameterOverrides, runParameters } from './workload.ts';

/** Options of the command line that override the preset. */
export interface Overrides extends NetworkOptions, FactorOptions, ParameterOverrides {
  readonly variants?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly kinds?: readonly PayloadKind[];
  readonly rounds?: number;
  readonly seed?: number;
  /** Half of an interval as a share of its figure, until which rounds go on. */
  readonly until?: number;
  /** Time in which rounds may begin that end in it, in seconds. */
  readonly budget?: number;
  /** Most cells side by side. */
  readonly jobs?: number;
  /** Cells in which the paths of messages are recorded. */
  readonly recordWait?: Manifest['config']['recordWait'];
  /** Cell time limit, in seconds. */
  readonly timeout?: number;
  /** `1/4`: every fourth cell, from the first. */
  readonly shard?: string;
  /** Ids of claims, with the preset `claims`. */
  readonly claims?: readonly string[];
}

export const KINDS = ['text', 'binary'] as const satisfies PayloadKind[];

/**
 * The preset, overridden by the options. Names have the order of the registries, networks the order
 * on the command line.
 * @throws UserError for a network that is unknown or contradicts itself.
 */
export function configure(name: PresetName, overrides: Overrides = {}): Configuration {
  const preset = PRESETS[name];
  const { factors, sweep } = factorsAndSweep(overrides, networkFlagsOf(overrides));
  const networks = chosenNetworks({ networks: preset.networks, ...overrides }, sweep);
  const profiles = networks.map(({ profile }) => profile);
  const alike = sweep.some(({ factor }) => isNetworkOption(factor)) ? profiles : null;
  const ofPreset = SCENARIOS.filter(({ presets }) => presets.includes(name)).map(({ id }) => id);
  const configuration: Configuration = {
    preset: name,
    variants: chosen(KNOWN_IDS, overrides.variants ?? variantIds('default')),
    rounds: overrides.rounds ?? preset.rounds,
    networks: networks.map((network) => {
      const shaped = alike !== null || isShaped(network.profile);
      const kinds = shaped ? preset.shapedKinds : preset.kinds;
      const isChosen =
        choosesCells(overrides) || (overrides.networks ?? overrides.found) !== undefined;
      const plainRounds = isChosen ? preset.rounds : preset.plainHolbRounds;
      return {
        ...network,
        // With --until all of them go on.
        holbRounds:
          overrides.rounds ??
          (shaped || (isChosen && overrides.until !== undefined) ? preset.holbRounds : plainRounds),
        workload: {
          kinds: chosen(KINDS, isChosen ? overrides.kinds : kinds),
          ...networkWorkload(name, overrides, { alike: alike ?? [network.profile], shaped }),
        },
      };
    }),
    scenarios: chosen(SCENARIO_IDS, overrides.scenarios ?? ofPreset),
    kinds: chosen(KINDS, overrides.kinds),
    alternating: preset.alternating && !choosesCells(overrides),
    seed: overrides.seed ?? 1,
    ...runParameters(name, overrides),
    shard: overrides.shard ?? null,
    jobs: overrides.jobs ?? defaultJobs(),
    until: overrides.until ?? null,
    budgetSeconds: overrides.budget ?? null,
    recordWait: overrides.recordWait ?? preset.recordWait ?? 'first',
    timeoutSeconds: overrides.timeout ?? null,
    factors,
    sweep,
    parts: [],
  };
  assertOwnAlone(configuration, overrides.found !== undefined);
  assertWorkers(configuration);
  assertStoppable(configuration);
  return configuration;
}

/** Whether the options choose cells; then a preset leaves none of them out. */
function choosesCells({ variants, scenarios, kinds }: Overrides): boolean {
  return [variants, scenarios, kinds].some((choice) => choice !== undefined);
}

/** @throws UserError for a server of one's own without a target, or beside other variants, which are not there. */
function assertOwnAlone({ variants }: Configuration, hasTarget: boolean): void {
  const own = variants.filter(isOwn);
  if (own.length === 0) return;
  if (!hasTarget) {
    throw new UserError(
      `--variants ${own.join()}: start your own server, and give its address: --target https://HOST:PORT (docs/bring-your-own.md)`,
    );
  }
  if (variants.length === 1) return;
  throw new UserError(
    `--variants ${variants.join()}: one server is at a target; measure each in a run of its own`,
  );
}

/** @throws UserError for more workers than users. */
function assertWorkers({ workers, users }: Configuration): void {
  if (workers <= users) return;
  throw new UserError(
    `--workers ${workers}: more than --users ${users}; give more users, or fewer workers`,
  );
}

/** Those of `choice`, in the order of a registry. */
export function chosen<Name extends string>(
  known: readonly Name[],
  choice: readonly string[] = known,
): Name[] {
  return known.filter((name) => choice.includes(name));
}
