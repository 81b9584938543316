import type { Cell } from '@holbench/results/cell';
import { isShaped } from '@holbench/results/is-shaped';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import {
  DEMO,
  FLAGS,
  isNetworkParameter,
  type Parameter,
  PARAMETERS,
  PRESET_NAMES,
  RUN_PARAMETER_NAMES,
} from '@holbench/results/parameters';
import type { PresetPart } from '@holbench/scenarios/preset-part';
import { partsBeside, presetParts } from '@holbench/scenarios/preset-parts';
import { presetValue } from '@holbench/results/preset-value';
import { directionOf, findScenario, isBesideBulk } from '@holbench/scenarios/registry';
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
  const cells = { ...config, scenarios, kinds, networks: [network.profile.id] };
  const alike = config.preset === matrixOf(config) && config.parts.length > 0;
  return command(config, {
    variants: chosenVariants(config),
    scenarios,
    ...networkOptions([network]),
    kinds,
    // A preset may leave a scenario out over a network.
    rounds: Math.max(1, roundsOf(config, network, scenarios[0] ?? '')),
    seed: config.seed,
    ...flagOptions(RUN_PARAMETER_NAMES.map((key) => [key, config[key]])),
    ...flagOptions(OF_NETWORK.map((key) => [key, workload[key]])),
    ...(alike ? {} : withoutParts(matrixOf(config), cells, config.factors)),
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
  const own = {
    variants: [variant],
    scenarios: [scenario],
    kinds: [kind],
    networks: [network.profile.id],
  };
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
    ...withoutParts(matrixOf(config), own, factors),
    ...factorOptions(factors),
  });
}

/**
 * Runs a whole run again: the options that make its configuration. With scenarios or kinds chosen a
 * preset leaves none of them out, so that they are named only where this one did not.
 */
export function runCommand({ config, networks, demo }: Manifest): string {
  if (demo !== undefined) return demoCommand(config, networks);
  const { rounds, preset } = config;
  if (config.parts.length > 0 && presetParts(preset).only) return partsCommand(config, networks);
  // What parts sweep, the preset has.
  const sweep = config.parts.length > 0 ? [] : config.sweep;
  const mayHaveParts = config.parts.length === 0 && sweep.length === 0;
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
    ...courseOptions(config, networks),
    ...(mayHaveParts ? withoutParts(preset, config, config.factors) : {}),
    ...factorOptions(config.factors),
  });
  const sweeps = sweep.map(({ factor, values }) => `--sweep ${factor}=${values.join()}`);
  return [again, ...sweeps].join(' ');
}

/** Opens the page again on which a person saw it. Uploads have a size of their own. */
function demoCommand({ variants, scenarios }: Config, networks: readonly RunNetwork[]): string {
  const { options = '', workload } = networks[0] ?? {};
  const isUpload = scenarios.some((id) => directionOf(id) === 'upload');
  const size = isUpload || !workload ? '' : `--file-size ${workload.bulkFileBytes}`;
  // It takes one network, where the bench takes a list.
  const network = options.replace(/^--networks /, '--network ');
  return ['pnpm demo', `--variants ${variants.join()}`, network, size]
    .filter((part) => part !== '')
    .join(' ');
}

/** How the cells of a run follow each other, and when it ends. */
function courseOptions(config: Config, networks: readonly RunNetwork[]): Options {
  const { until, budgetSeconds, timeoutSeconds, shard, preset, recordWait } = config;
  return {
    // Preset wait records all of its cells, and the others those of their first round.
    'record-wait': recordWait === (preset === 'wait' ? 'all' : 'first') ? null : recordWait,
    until: until === null ? null : `${Math.round(1_000 * until) / 10}%`,
    budget: budgetSeconds === null ? null : `${budgetSeconds}s`,
    // The default is another on other machines.
    jobs: mayHaveCompany(config, networks) ? config.jobs : null,
    timeout: timeoutSeconds === null ? null : `${timeoutSeconds}s`,
    shard,
  };
}

/**
 * The preset would run its own parts beside these cells, as an older one did not. One chosen factor
 * replaces all of them, even at its default.
 */
function withoutParts(
  preset: string,
  cells: Parameters<typeof partsBeside>[1],
  factors: FactorValues,
): Options {
  if (changedFactors(factors, DEFAULT_FACTORS).length > 0) return {};
  const swept = partsBeside(preset, cells).flatMap(({ sweep }) => sweep);
  return Object.fromEntries(
    swept.slice(0, 1).flatMap(({ factor: flag }) => {
      const factor = factorNamed(flag);
      return factor === null ? [] : [[flag, factor.format(factor.default)]];
    }),
  );
}

/** Whether cells of a run could be side by side: at a target none are. */
function mayHaveCompany({ scenarios }: Config, networks: readonly RunNetwork[]): boolean {
  const allowed = scenarios.some((id) => findScenario(id)?.sideBySide);
  return allowed && networks.some(({ profile, found }) => !found && isShaped(profile));
}

/** Of a run of a preset of parts, whose networks and factors are theirs. */
function partsCommand(config: Config, networks: readonly RunNetwork[]): string {
  const { preset, variants, scenarios, kinds, seed } = config;
  const claims = new Set(config.parts.flatMap((part) => part.claims));
  const { parts } = presetParts(preset);
  const own = parts.filter((part) => claims.size === 0 || part.claims.some((id) => claims.has(id)));
  const all = (of: (part: PresetPart) => readonly string[]) => own.flatMap(of);
  return withOptions(preset, {
    claims: chosenFrom(
      [...claims],
      parts.flatMap((part) => part.claims),
    ),
    variants: chosenFrom(
      variants,
      all((part) => part.variants),
    ),
    scenarios: chosenFrom(
      scenarios,
      all((part) => part.scenarios),
    ),
    kinds: chosenFrom(
      kinds,
      all((part) => part.kinds),
    ),
    rounds: partRounds(config, own),
    seed,
    ...changedOptions(config, networks),
    ...partWindow(own, networks),
    ...courseOptions(config, networks),
  });
}

/** The rounds of all parts, unless they are the preset's own numbers; null for none. */
function partRounds(config: Config, own: readonly PresetPart[]): number | null {
  const counts = config.parts.map(({ rounds }) => rounds ?? config.rounds);
  const [rounds = null, ...others] = new Set(counts);
  return others.length === 0 && own.some((part) => part.rounds !== rounds) ? rounds : null;
}

/** What a window holds, where the parts have values of their own and all networks another. */
function partWindow(parts: readonly PresetPart[], networks: readonly RunNetwork[]): Options {
  const option = (flag: string, key: 'windowSeconds' | 'windowLosses', unit: string): Options => {
    const own = parts.flatMap((part) => part.networks.flatMap((network) => network[key] ?? []));
    if (own.length === 0) return {};
    const [value, ...others] = new Set(networks.map(({ workload }) => workload[key]));
    const isOwn = others.length > 0 || own.every((each) => each === value);
    return { [flag]: isOwn ? null : `${value}${unit}` };
  };
  return {
    ...option('window', 'windowSeconds', 's'),
    ...option('least-losses', 'windowLosses', ''),
  };
}

/** None where nothing was left out. */
function chosenFrom(own: readonly string[], all: readonly string[]): readonly string[] {
  return all.every((each) => own.includes(each)) ? [] : own;
}

function command(config: Config, options: Options): string {
  return withOptions(matrixOf(config), options);
}

/** A preset of parts has no matrix, and a demo no preset: what they move is named by its flags. */
function matrixOf({ preset }: Config): string {
  return preset === DEMO || presetParts(preset).only ? 'standard' : preset;
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

/** Each network is recorded with the options that choose it alone: `--networks reference-4g --loss 1%`. */
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
    const [value = '', ...others] = new Set(
      own.map(([key, each]) => (isAlways(PARAMETERS[key], each) ? '' : String(each))),
    );
    const unit = 'unit' in definition ? definition.unit : '';
    const [flag = ''] = definition.flag.slice(2).split(' ');
    return value === '' || others.length > 0 ? [] : [[flag, `${value}${unit}`]];
  });
  return Object.fromEntries(options);
}

/** Whether a parameter has this value in every preset and over every network. */
function isAlways({ values, shaped, ofNetwork }: Parameter, value: unknown): boolean {
  return !ofNetwork && !shaped && Object.values(values).every((own) => own === value);
}

function factorOptions(factors: FactorValues): Options {
  const changed = changedFactors(factors, DEFAULT_FACTORS);
  return Object.fromEntries(changed.map(({ flag, value }) => [flag, value]));
}
