import type { Cell } from '@holbench/results/cell';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import {
  FLAGS,
  isNetworkParameter,
  type NetworkParameter,
  PARAMETERS,
  RUN_PARAMETER_NAMES,
  type RunParameter,
} from '@holbench/workload/parameters';
import { findScenario, isBesideBulk } from '@holbench/scenarios/registry';
import { changedFactors, DEFAULT_FACTORS, type FactorValues } from '@holbench/factors/values';
import { variantIds } from '@holbench/variants/registry';

type Config = Manifest['config'];

const OF_NETWORK = Object.keys(PARAMETERS).filter(isNetworkParameter);

/** What of a run's scenarios is to be run. */
export interface Part {
  readonly scenarios: readonly string[];
  readonly kinds: readonly string[];
  /** Default: as the run had it. */
  readonly fanOut?: readonly number[];
}

/**
 * Runs a part over one network as the run would have, so that the two may share a report: with its
 * variants, its own settings and its whole workload, be it of the part or not. Sizes of files are
 * the preset's, unless they are as one `--file-size` makes them; a part's scenarios have the rounds
 * of the first of them (`roundsOf`).
 */
export function partCommand(
  config: Config,
  network: RunNetwork,
  { scenarios, kinds, fanOut = network.workload.fanOut }: Part,
): string {
  const all = config.variants.join() === variantIds('default').join();
  return benchCommand(config, {
    variants: all ? [] : config.variants,
    scenarios,
    network: network.options,
    kinds,
    rounds: roundsOf(config, network, scenarios[0] ?? ''),
    workload: optionsOf({ ...network.workload, fanOut }, OF_NETWORK),
    factors: config.factors,
  });
}

/** How often a run ran a scenario over a network. */
export function roundsOf(config: Config, { holbRounds }: RunNetwork, scenario: string): number {
  return isBesideBulk(scenario) ? holbRounds : config.rounds;
}

/** Runs one cell again, with what it depends on. @param config of the run that has it. */
export function cellCommand(config: Config, cell: Cell, network: RunNetwork): string {
  const { variant, scenario, kind, round, factors } = cell;
  return benchCommand(config, {
    variants: [variant],
    scenarios: [scenario],
    network: network.options,
    kinds: [kind],
    // Rounds are seeded by their number: to come to this one, those before it run too.
    rounds: round + 1,
    workload: cellOptions(network, cell),
    factors,
  });
}

/** What its scenario obeys, and the size of its server's files. */
function cellOptions({ workload }: RunNetwork, { scenario, fanOut }: Cell): string[] {
  const { files = 'fileBytes', parameters = [] } = findScenario(scenario) ?? {};
  const own = fanOut === null ? workload : { ...workload, fanOut: [fanOut] };
  return optionsOf(own, [files, ...parameters.filter(isNetworkParameter)]);
}

/** One for each flag whose parameters among `keys` have one value. */
function optionsOf<Key extends NetworkParameter | RunParameter>(
  values: Readonly<Record<Key, number | readonly number[]>>,
  keys: readonly Key[],
): string[] {
  return Object.entries(FLAGS).flatMap(([name, flag]) => {
    const own = keys.filter((key) => PARAMETERS[key].flag === name).map((key) => values[key]);
    const [value = '', ...others] = new Set(own.map(String));
    const unit = 'unit' in flag ? flag.unit : '';
    return value === '' || others.length > 0 ? [] : [`${flag.flag.split(' ')[0]} ${value}${unit}`];
  });
}

function benchCommand(
  config: Config,
  what: {
    /** None: all. */
    readonly variants: readonly string[];
    readonly scenarios: readonly string[];
    readonly network: string;
    readonly kinds: readonly string[];
    readonly rounds: number;
    readonly workload: readonly string[];
    readonly factors: FactorValues;
  },
): string {
  return [
    `pnpm bench --preset ${config.preset}`,
    ...(what.variants.length === 0 ? [] : [`--variants ${what.variants.join()}`]),
    `--scenarios ${what.scenarios.join()}`,
    what.network,
    `--kinds ${what.kinds.join()}`,
    `--rounds ${what.rounds} --seed ${config.seed}`,
    ...optionsOf(config, RUN_PARAMETER_NAMES),
    ...what.workload,
    ...changedFactors(what.factors, DEFAULT_FACTORS).map(({ flag, value }) => `--${flag} ${value}`),
  ].join(' ');
}
