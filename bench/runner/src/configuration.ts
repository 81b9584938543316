import { isShaped } from '@holbench/results/is-shaped';
import { UserError } from '@holbench/process/user-error';
import type { Manifest } from '@holbench/results/manifest';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Workload } from '@holbench/results/run-network';
import type { PayloadKind } from '@holbench/results/sample';
import { isHolb } from '@holbench/results/scenario-kinds';
import { variantIds } from '@holbench/variants/registry';
import { chosenNetworks, networkFlagsOf, type NetworkOptions } from './network/chosen-networks.ts';
import { probesPerSecond } from './network/probe-rate.ts';
import { type Preset, PRESETS, type PresetName } from './presets.ts';
import { plannedFanOutSeconds } from './scenarios/fan-out-timing.ts';
import { plannedSeconds } from './scenarios/holb-timing.ts';
import { SCENARIO_IDS, type ScenarioId } from './scenarios/scenario-ids.ts';
import { type FactorOptions, factorsAndSweep, isNetworkOption } from './sweep.ts';

/** One network that a run is to measure, and how much it moves over it. */
export interface ConfiguredNetwork {
  readonly profile: NetworkProfile;
  /** What chooses it on the command line. */
  readonly options: string;
  readonly workload: Workload;
  /** Rounds of 4f and 4g over it. */
  readonly holbRounds: number;
}

/** What a run does: as its manifest records it, with its networks in full. */
export type Configuration = Omit<Manifest['config'], 'networks'> & {
  readonly networks: readonly ConfiguredNetwork[];
  readonly scenarios: readonly ScenarioId[];
};

/** What the command line may say over its preset. */
export interface Overrides extends NetworkOptions, FactorOptions {
  readonly variants?: readonly string[];
  readonly scenarios?: readonly ScenarioId[];
  readonly kinds?: readonly PayloadKind[];
  readonly rounds?: number;
  readonly seed?: number;
  /** Size of the binary CoValues' files on every network, in bytes. */
  readonly fileSize?: number;
  readonly users?: number;
  /** 6i, on every network. */
  readonly fanOut?: readonly number[];
  /** 4f, 4g and 6i, as in the workload. */
  readonly window?: number;
  readonly probeRate?: number;
  /** Longest that a cell may take, in seconds. */
  readonly timeout?: number;
  /** `1/4`: every fourth cell, from the first. */
  readonly shard?: string;
}

export const KINDS = ['text', 'binary'] as const satisfies PayloadKind[];

/**
 * The preset, and over it whatever was chosen. Names keep the order of the registries, networks
 * the order in which they were given.
 * @throws UserError for a network that is unknown or contradicts itself.
 */
export function configure(name: PresetName, overrides: Overrides = {}): Configuration {
  const preset = PRESETS[name];
  const { fileSize } = overrides;
  const sizes =
    fileSize === undefined
      ? {}
      : { fileBytes: fileSize, userFileBytes: fileSize, bulkFileBytes: fileSize };
  const { window, probeRate, fanOut, timeout = null } = overrides;
  const { factors, sweep } = factorsAndSweep(overrides, networkFlagsOf(overrides));
  const networks = chosenNetworks({ networks: preset.networks, ...overrides }, sweep);
  // What is swept of a network is compared: then all of them move the same, as often.
  const alike = sweep.some(({ factor }) => isNetworkOption(factor));
  const rates = networks.map(({ profile }) => probesPerSecond(profile));
  const configuration: Configuration = {
    preset: name,
    variants: chosen(variantIds(), overrides.variants),
    rounds: overrides.rounds ?? preset.rounds,
    networks: networks.map((network, index) => ({
      ...network,
      holbRounds: overrides.rounds ?? holbRoundsOf(preset, alike || isShaped(network.profile)),
      workload: {
        ...preset.workload,
        ...(alike || isShaped(network.profile) ? preset.shaped : {}),
        ...sizes,
        ...(window === undefined ? {} : { windowSeconds: window }),
        ...(fanOut === undefined ? {} : { fanOut: [...fanOut] }),
        ...(choosesCells(overrides) || overrides.networks
          ? { kinds: chosen(KINDS, overrides.kinds) }
          : {}),
        probesPerSecond: probeRate ?? (alike ? Math.min(...rates) : (rates[index] ?? 0)),
      },
    })),
    scenarios: chosen(SCENARIO_IDS, overrides.scenarios ?? preset.scenarios),
    kinds: chosen(KINDS, overrides.kinds),
    alternating: preset.alternating && !choosesCells(overrides),
    seed: overrides.seed ?? 1,
    users: overrides.users ?? preset.users,
    arrivalSeconds: preset.arrivalSeconds,
    subscribers: preset.subscribers,
    shard: overrides.shard ?? null,
    timeoutSeconds: timeout,
    factors,
    sweep,
  };
  assertFits(configuration);
  return configuration;
}

/** Whether it says which cells there are; then a preset leaves none of them out. */
function choosesCells({ variants, scenarios, kinds }: Overrides): boolean {
  return [variants, scenarios, kinds].some((choice) => choice !== undefined);
}

/** @throws UserError where the phases of 4f, 4g or 6i are longer than a cell may take. */
function assertFits({ networks, scenarios, timeoutSeconds }: Configuration): void {
  if (timeoutSeconds === null) return;
  for (const { profile, workload } of networks) {
    const phases = [
      {
        of: '4f and 4g',
        are: scenarios.some(isHolb),
        seconds: plannedSeconds({ profile, workload }),
      },
      { of: '6i', are: scenarios.includes('6i'), seconds: plannedFanOutSeconds(workload) },
    ];
    const tooLong = phases.find(({ are, seconds }) => are && seconds > timeoutSeconds);
    if (!tooLong) continue;
    throw new UserError(
      `--window ${workload.windowSeconds}s: the phases of ${tooLong.of} take ${tooLong.seconds} s over ` +
        `${profile.id}, longer than --timeout ${timeoutSeconds}s; make one shorter or the other longer`,
    );
  }
}

function holbRoundsOf({ rounds, holbRounds }: Preset, shaped: boolean): number {
  return shaped ? holbRounds : rounds;
}

function chosen<Name extends string>(
  known: readonly Name[],
  choice: readonly string[] = known,
): Name[] {
  return known.filter((name) => choice.includes(name));
}
