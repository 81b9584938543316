import type { Cell } from '@holbench/results/cell';
import { isShaped } from '@holbench/results/is-shaped';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import {
  FLAGS,
  isNetworkParameter,
  PARAMETERS,
  PRESET_NAMES,
  RUN_PARAMETER_NAMES,
} from '@holbench/workload/parameters';
import type { ClaimRun } from '@holbench/scenarios/claims/claim-run';
import { CLAIM_RUNS } from '@holbench/scenarios/claims/claim-runs';
import { presetValue } from '@holbench/workload/preset-value';
import { findScenario, isBesideBulk } from '@holbench/scenarios/registry';
import {
  changedFactors,
  DEFAULT_FACTORS,
  factorNamed,
  type FactorValues,
} from '@holbench/factors/values';
import { variantIds } from '@holbench/variants/registry';

type Config = Manifest['config'];

/** By their flags, in the order of a command; what is null or an empty list is not named. */
type Options = Readonly<Record<string, string | number | readonly (string | number)[] | null>>;

const OF_NETWORK = Object.keys(PARAMETERS).filter(isNetworkParameter);

/**
 * Runs a part over one network as the run would have, so that the two may share a report: with its
 * variants, its own factors and its whole workload, be it of the part or not. Sizes of files are
 * the preset's, unless they are as one `--file-size` makes them; a part's scenarios have the rounds
 * of the first of them (`roundsOf`).
 *
 * @param part its number of subscribers is by default the run's.
 */
export function partCommand(
  config: Config,
  network: RunNetwork,
  part: Pick<Config, 'scenarios' | 'kinds'> & { readonly fanOut?: number[] },
): string {
  const { scenarios, kinds, ...readers } = part;
  const workload = { ...network.workload, ...readers };
  return command(config, {
    variants: chosenVariants(config),
    scenarios,
    ...networkOptions([network]),
    kinds,
    rounds: roundsOf(config, network, scenarios[0] ?? ''),
    seed: config.seed,
    ...flagOptions(RUN_PARAMETER_NAMES.map((key) => [key, config[key]])),
    ...flagOptions(OF_NETWORK.map((key) => [key, workload[key]])),
    ...factorOptions(config.factors),
  });
}

/** How often a run ran a scenario over a network. */
export function roundsOf(config: Config, { holbRounds }: RunNetwork, scenario: string): number {
  return isBesideBulk(scenario) ? holbRounds : config.rounds;
}

/** Runs one cell again, with what it depends on. @param config of the run that has it. */
export function cellCommand(config: Config, cell: Cell, network: RunNetwork): string {
  const { variant, scenario, kind, round, factors, fanOut } = cell;
  const { files = 'fileBytes', parameters = [] } = findScenario(scenario) ?? {};
  const workload = { ...network.workload, ...(fanOut === null ? {} : { fanOut: [fanOut] }) };
  // What its scenario obeys, and the size of its server's files.
  const obeyed = [files, ...parameters.filter(isNetworkParameter)];
  return command(config, {
    variants: variant,
    scenarios: scenario,
    ...networkOptions([network]),
    kinds: kind,
    // Rounds are seeded by their number: to come to this one, those before it run too.
    rounds: round + 1,
    seed: config.seed,
    ...flagOptions(RUN_PARAMETER_NAMES.map((key) => [key, config[key]])),
    ...flagOptions(obeyed.map((key) => [key, workload[key]])),
    ...factorOptions(factors),
  });
}

/**
 * Runs a whole run again: the options that make its configuration. With scenarios or kinds chosen a
 * preset leaves none of them out, so that they are named only where this one did not.
 */
export function runCommand({ config, networks }: Manifest): string {
  if (config.parts.length > 0) return claimsCommand(config, networks);
  const { timeoutSeconds, shard, sweep, rounds, until, budgetSeconds } = config;
  const kinds = config.kinds.join();
  const ofPreset = networks.some(({ workload }) => workload.kinds.join() !== kinds);
  const chosen = !ofPreset && !config.alternating;
  const said = new Set([...sweep.map(({ factor }) => factor), ...(ofPreset ? ['networks'] : [])]);
  const again = command(config, {
    variants: chosenVariants(config),
    scenarios: chosen ? config.scenarios : [],
    ...Object.fromEntries(
      Object.entries(networkOptions(networks)).filter(([flag]) => !said.has(flag)),
    ),
    kinds: chosen ? config.kinds : [],
    // With --rounds all scenarios have as many.
    rounds: networks.every(({ holbRounds }) => holbRounds === rounds) ? rounds : null,
    seed: config.seed,
    ...changedOptions(config, networks),
    until: until === null ? null : `${Math.round(1_000 * until) / 10}%`,
    budget: budgetSeconds === null ? null : `${budgetSeconds}s`,
    // The default is another on other machines.
    jobs: mayHaveCompany(config, networks) ? config.jobs : null,
    timeout: timeoutSeconds === null ? null : `${timeoutSeconds}s`,
    shard,
    ...factorOptions(config.factors),
  });
  const sweeps = sweep.map(({ factor, values }) => `--sweep ${factor}=${values.join()}`);
  return [again, ...sweeps].join(' ');
}

/** Whether cells of a run could be side by side. */
function mayHaveCompany({ scenarios }: Config, networks: readonly RunNetwork[]): boolean {
  const allowed = scenarios.some((id) => findScenario(id)?.sideBySide);
  return allowed && networks.some(({ profile }) => isShaped(profile));
}

/** Of a run of the preset `claims`, whose networks and factors follow from its claims. */
function claimsCommand(config: Config, networks: readonly RunNetwork[]): string {
  const { parts, variants, scenarios, kinds, seed, shard, timeoutSeconds } = config;
  const claims = new Set(parts.flatMap((part) => part.claims));
  const runs = CLAIM_RUNS.filter(({ id }) => claims.has(id));
  const all = runs.flatMap(({ cells }) => cells.flatMap((own) => own.variants));
  const [rounds = null, ...others] = new Set(parts.map((part) => part.rounds));
  const isChanged = others.length === 0 && runs.some((run) => run.rounds !== rounds);
  return withOptions('claims', {
    claims: chosenFrom(
      [...claims],
      CLAIM_RUNS.map(({ id }) => id),
    ),
    variants: chosenFrom(variants, all),
    scenarios: chosenFrom(
      scenarios,
      runs.map(({ scenario }) => scenario),
    ),
    kinds: chosenFrom(
      kinds,
      runs.map(({ kind }) => kind),
    ),
    rounds: isChanged ? rounds : null,
    seed,
    ...changedOptions(config, networks),
    window: claimsWindow(runs, networks),
    timeout: timeoutSeconds === null ? null : `${timeoutSeconds}s`,
    shard,
  });
}

/** The window of all networks, where it is not that of their claims. */
function claimsWindow(runs: readonly ClaimRun[], networks: readonly RunNetwork[]): string | null {
  const [window, ...others] = new Set(networks.map(({ workload }) => workload.windowSeconds));
  const own = runs.flatMap((run) => run.networks.map(({ windowSeconds }) => windowSeconds));
  return others.length > 0 || own.every((each) => each === window) ? null : `${window}s`;
}

/** None where nothing was left out. */
function chosenFrom(own: readonly string[], all: readonly string[]): readonly string[] {
  return all.every((each) => own.includes(each)) ? [] : own;
}

/** A part of the preset `claims` is a matrix of its own: what it moves is named by its flags. */
function command({ preset, parts }: Config, options: Options): string {
  return withOptions(parts.length === 0 ? preset : 'standard', options);
}

function withOptions(preset: string, options: Options): string {
  const given = Object.entries(options).flatMap(([flag, value]) =>
    value === null || String(value) === '' ? [] : [`--${flag} ${String(value)}`],
  );
  return [`pnpm bench --preset ${preset}`, ...given].join(' ');
}

/** None where they are those that run without being named. */
function chosenVariants({ variants }: Config): readonly string[] {
  return variants.join() === variantIds('default').join() ? [] : variants;
}

/** Each network is recorded with the options that choose it alone: `--networks 4g --loss 1%`. */
function networkOptions(networks: readonly RunNetwork[]): Options {
  const given = networks.flatMap(({ options }) => [
    ...options.matchAll(/--([\w-]+) ((?:'[^']*'|\\'|[^ '])+)/g),
  ]);
  const values = [...Map.groupBy(given, ([, flag]) => flag)].map(([flag, own]) => [
    flag,
    [...new Set(own.map(([, , value = '']) => value))],
  ]);
  return Object.fromEntries(values);
}

/** Of parameters that have one value everywhere, which is not that of the preset. */
function changedOptions(config: Config, networks: readonly RunNetwork[]): Options {
  const preset = PRESET_NAMES.find((name) => name === config.preset);
  // The networks that a swept option makes move the same.
  const swept = config.sweep.some(({ factor }) => factorNamed(factor) === null);
  const profiles = networks.map(({ profile }) => profile);
  const all = networks.flatMap(({ profile, workload }) => {
    const values = { ...workload, ...config };
    const place = { alike: swept ? profiles : [profile], shaped: swept || isShaped(profile) };
    return [...OF_NETWORK, ...RUN_PARAMETER_NAMES].map((key) => {
      const own = preset && String(presetValue(PARAMETERS[key], preset, place));
      return { key, value: values[key], isChanged: String(values[key]) !== own };
    });
  });
  const changed = new Set(
    all.flatMap(({ key, isChanged }) => (isChanged ? [PARAMETERS[key].flag] : [])),
  );
  const given = all.filter(({ key }) => changed.has(PARAMETERS[key].flag));
  return flagOptions(given.map(({ key, value }) => [key, value]));
}

/** Flags whose parameters have one value. */
function flagOptions(given: readonly (readonly [keyof typeof PARAMETERS, unknown])[]): Options {
  const options = Object.entries(FLAGS).flatMap(([name, definition]) => {
    const own = given.filter(([key]) => PARAMETERS[key].flag === name);
    const [value = '', ...others] = new Set(own.map(([, each]) => String(each)));
    const unit = 'unit' in definition ? definition.unit : '';
    const [flag = ''] = definition.flag.slice(2).split(' ');
    return value === '' || others.length > 0 ? [] : [[flag, `${value}${unit}`]];
  });
  return Object.fromEntries(options);
}

function factorOptions(factors: FactorValues): Options {
  const changed = changedFactors(factors, DEFAULT_FACTORS);
  return Object.fromEntries(changed.map(({ flag, value }) => [flag, value]));
}
