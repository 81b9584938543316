import type { Cell } from '@holbench/results/cell';
import type { Manifest } from '@holbench/results/manifest';
import { fileBytesOf, type RunNetwork, type Workload } from '@holbench/results/run-network';
import { isHolb } from '@holbench/results/scenario-kinds';
import { changedFactors, DEFAULT_FACTORS, type FactorValues } from '@holbench/factors/values';
import { VARIANTS } from '@holbench/variants/registry';

type Config = Manifest['config'];

/** What of a run's scenarios is to be run. */
export interface Part {
  readonly scenarios: readonly string[];
  readonly kinds: readonly string[];
  /** 6i; default: as the run had it. */
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
  const { fileBytes, userFileBytes, bulkFileBytes } = network.workload;
  const alike = fileBytes === userFileBytes && fileBytes === bulkFileBytes;
  const all = VARIANTS.every(({ id }) => config.variants.includes(id));
  return benchCommand(config, {
    variants: all ? [] : config.variants,
    scenarios,
    network: network.options,
    kinds,
    rounds: roundsOf(config, network, scenarios[0] ?? ''),
    workload: [
      ...(alike ? [`--file-size ${fileBytes}`] : []),
      windowOption(network.workload),
      probeRateOption(network.workload),
      ...(fanOut.length === 0 ? [] : [`--fan-out ${fanOut.join()}`]),
    ],
    factors: config.factors,
  });
}

/** How often a run ran a scenario over a network. */
export function roundsOf(config: Config, { holbRounds }: RunNetwork, scenario: string): number {
  return isHolb(scenario) ? holbRounds : config.rounds;
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
    workload: cellWorkload(network.workload, cell),
    factors,
  });
}

/** One cell has one size of files, whatever other scenarios have. */
function cellWorkload(workload: Workload, { scenario, fanOut }: Cell): string[] {
  const size = `--file-size ${fileBytesOf(workload, scenario)}`;
  if (fanOut !== null) return [size, windowOption(workload), `--fan-out ${fanOut}`];
  return isHolb(scenario) ? [size, windowOption(workload), probeRateOption(workload)] : [size];
}

function windowOption({ windowSeconds }: Workload): string {
  return `--window ${windowSeconds}s`;
}

function probeRateOption({ probesPerSecond }: Workload): string {
  return `--probe-rate ${probesPerSecond}`;
}

function benchCommand(
  { preset, seed, users }: Config,
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
    `pnpm bench --preset ${preset}`,
    ...(what.variants.length === 0 ? [] : [`--variants ${what.variants.join()}`]),
    `--scenarios ${what.scenarios.join()}`,
    what.network,
    `--kinds ${what.kinds.join()}`,
    `--rounds ${what.rounds} --seed ${seed} --users ${users}`,
    ...what.workload,
    ...changedFactors(what.factors, DEFAULT_FACTORS).map(({ flag, value }) => `--${flag} ${value}`),
  ].join(' ');
}
