import { factorNamed, parseFactors } from '@holbench/factors/values';
import { listed } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import {
  type Block,
  clashIn,
  distinctBlocks,
  namesIn,
  type Setting,
} from '@holbench/results/block';
import { isShaped } from '@holbench/results/is-shaped';
import type { Manifest } from '@holbench/results/manifest';
import type { PayloadKind } from '@holbench/results/sample';
import { hasFeature, SCENARIO_IDS, scenarioOf } from '@holbench/scenarios/registry';
import { isOwn, KNOWN_IDS } from '@holbench/variants/registry';
import type { Configuration, ConfiguredNetwork } from './configuration.ts';
import { chosenNetworks, networkFlagsOf, type NetworkOptions } from './network/chosen-networks.ts';
import { type PresetBlock, presetNamed, type PresetName } from './presets.ts';
import { defaultJobs } from './side-by-side/group-cells.ts';
import { type FactorOptions, isNetworkOption, sweepsOf } from './sweep.ts';
import { blockWorkload, type ParameterOverrides } from './workload.ts';

/** Options of the command line that choose among blocks, or change them. */
export interface Overrides extends NetworkOptions, FactorOptions, ParameterOverrides {
  readonly variants?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly kinds?: readonly PayloadKind[];
  readonly rounds?: number;
  readonly seed?: number;
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
}

export const KINDS = ['text', 'binary'] as const satisfies PayloadKind[];

const LISTS = ['variants', 'scenarios', 'kinds'] as const;

/** What options narrow, or add to: the blocks of a preset, or of a run. */
interface Base {
  /** For errors: `--preset wait`. */
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly networks: readonly ConfiguredNetwork[];
  /** Of the options. */
  readonly sweep: readonly Setting[];
  /** Amounts of a block that is added; null: none may be. */
  readonly added: Pick<PresetBlock, 'workload' | 'shaped'> | null;
  readonly config: Partial<Manifest['config']> & Pick<Manifest['config'], 'preset'>;
}

/**
 * The blocks of a preset, as the options choose and change them.
 * @throws UserError for options that contradict each other or the preset, and where no cell is left.
 */
export function configure(name: PresetName, overrides: Overrides = {}): Configuration {
  const { fixed = false, config = {}, blocks: all } = presetNamed(name);
  const title = `--preset ${name}`;
  const sweep = sweepsOf(overrides, networkFlagsOf(overrides));
  if (fixed) assertUnchanged(title, overrides, ['networks', 'target']);
  const chosen = all
    .flatMap((block) =>
      fixed
        ? { ...block, rounds: overrides.rounds ?? block.rounds }
        : changed(block, overrides, sweep),
    )
    .map((block) => ({ block, networks: networksOf(block, overrides, sweep) }));
  return configureFrom(
    {
      title,
      blocks: chosen.flatMap(({ block, networks }) =>
        withWorkload(block, networks, overrides, sweep),
      ),
      networks: chosen.flatMap(({ networks }) => networks),
      sweep,
      added: fixed ? null : (all[0] ?? {}),
      config: { ...config, preset: name },
    },
    overrides,
  );
}

/**
 * The blocks of a run, as the options narrow them, or with one more. Its links and factors stay.
 * @throws UserError as {@link configure}.
 */
export function configureAgain(run: Manifest, overrides: Overrides): Configuration {
  const title = `--again ${run.run}`;
  assertUnchanged(title, overrides, []);
  const { found, networks: chosen, rounds } = overrides;
  const known = run.networks.map(({ profile, options }) => ({ profile, options }));
  const unknown = chosen?.find((id) => !known.some(({ profile }) => profile.id === id));
  if (unknown !== undefined) {
    const ids = known.map(({ profile }) => profile.id).join(', ');
    throw new UserError(`--networks ${unknown}: the run has ${ids}; choose among these`);
  }
  const blocks = run.blocks.map((block) => ({
    ...block,
    networks: found ? [found.profile.id] : common(block.networks, chosen),
    workload: blockWorkload(overrides, { own: block.workload, links: [], shaped: false }),
    rounds: rounds ?? block.rounds,
  }));
  const networks = found
    ? [found]
    : known.filter(({ profile }) => chosen?.includes(profile.id) ?? true);
  const base = { title, blocks, networks, sweep: [], added: {}, config: run.config };
  return configureFrom(base, overrides);
}

function configureFrom(base: Base, overrides: Overrides): Configuration {
  const { title, config } = base;
  const { scenarios, variants, kinds } = overrides;
  const shard = overrides.shard ?? config.shard ?? null;
  // Rounds that are given, and those of a shard, are exactly so many.
  const isFixed = overrides.rounds !== undefined || shard !== null;
  const narrowed = base.blocks
    .map((block) =>
      withKinds({
        ...block,
        scenarios: common(block.scenarios, scenarios),
        variants: common(block.variants, variants),
        kinds: common(block.kinds, kinds),
      }),
    )
    .filter(hasCells);
  const missing = (scenarios ?? []).filter(
    (id) => !narrowed.some((block) => block.scenarios.includes(id)),
  );
  const added = base.added === null ? [] : addedBlocks(missing, base, overrides);
  const blocks = distinctBlocks([...narrowed, ...added.map(withKinds).filter(hasCells)]);
  if (blocks.length === 0) throw new UserError(whyNoBlock(base, overrides));
  const clash = clashIn(blocks);
  if (clash !== null) throw new UserError(`${title}: ${clash} would move different amounts`);
  const used = new Set(namesIn({ blocks }, 'networks'));
  const networks = new Map(base.networks.map((network) => [network.profile.id, network]));
  const configuration: Configuration = {
    preset: config.preset,
    seed: overrides.seed ?? config.seed ?? 1,
    shard,
    only: config.only ?? null,
    jobs: overrides.jobs ?? config.jobs ?? defaultJobs(),
    budgetSeconds: overrides.budget ?? (isFixed ? null : (config.budgetSeconds ?? null)),
    recordWait: overrides.recordWait ?? config.recordWait ?? 'first',
    timeoutSeconds: overrides.timeout ?? config.timeoutSeconds ?? null,
    factors: parseFactors(overrides.factors ?? {}, config.factors),
    blocks,
    networks: [...networks.values()].filter(({ profile }) => used.has(profile.id)),
  };
  assertOwnAlone(configuration, overrides.found !== undefined);
  return configuration;
}

/**
 * A block of a preset that is not fixed. Variants, kinds and networks that are chosen replace its own. One with settings
 * keeps them, and is left out where the options have settings, and at a target, whose network has none.
 */
function changed(
  block: PresetBlock,
  overrides: Overrides,
  sweep: readonly Setting[],
): PresetBlock[] {
  const { variants, kinds, networks, rounds = block.rounds, factors = {} } = overrides;
  if (block.settings === undefined) {
    return [
      {
        ...block,
        variants: variants ?? block.variants,
        kinds: kinds ?? block.kinds,
        networks: networks?.map((name) => ({ name })) ?? block.networks,
        rounds,
      },
    ];
  }
  const hasOwn = sweep.length > 0 || Object.keys(factors).length > 0;
  if (hasOwn || overrides.found !== undefined) return [];
  const own = block.networks.filter(({ name }) => networks?.includes(name) ?? true);
  return own.length === 0 ? [] : [{ ...block, networks: own, rounds }];
}

function common<Name extends string>(own: readonly Name[], chosen?: readonly string[]): Name[] {
  return own.filter((name) => chosen?.includes(name) ?? true);
}

/** Without kinds that none of its scenarios has, and scenarios that have none of its kinds. */
function withKinds(block: Block): Block {
  const has = (id: string, kind: PayloadKind) => scenarioOf(id).kinds.includes(kind);
  return {
    ...block,
    scenarios: block.scenarios.filter((id) => block.kinds.some((kind) => has(id, kind))),
    kinds: block.kinds.filter((kind) => block.scenarios.some((id) => has(id, kind))),
  };
}

function hasCells({ variants, scenarios, kinds, networks, rounds }: Block): boolean {
  return rounds > 0 && [variants, scenarios, kinds, networks].every(({ length }) => length > 0);
}

/** Blocks of scenarios that no other block has: those with a transfer in most rounds, the others in fewest. */
function addedBlocks(missing: readonly string[], base: Base, overrides: Overrides): Block[] {
  const [first] = base.blocks;
  if (first === undefined) return [];
  const counts = base.blocks.map(({ rounds }) => rounds);
  const networks = base.networks.filter(
    ({ profile }) => overrides.networks !== undefined || first.networks.includes(profile.id),
  );
  return [true, false].flatMap((isBulk) => {
    const scenarios = missing.filter((id) => hasFeature(id, 'bulk') === isBulk);
    const block = {
      ...base.added,
      scenarios,
      variants: overrides.variants ?? namesIn(base, 'variants'),
      kinds: overrides.kinds ?? KINDS,
      networks: [],
      rounds: overrides.rounds ?? (isBulk ? Math.max(...counts) : Math.min(...counts)),
    };
    return scenarios.length === 0 ? [] : withWorkload(block, networks, overrides, base.sweep);
  });
}

/** What to choose instead of lists that no block has together. */
function whyNoBlock({ title, blocks }: Base, overrides: Overrides): string {
  const given = LISTS.filter((list) => overrides[list] !== undefined);
  const flags = given.map((list) => `--${list}`).join(', ') || title;
  const allowed = given.map((list) => `--${list} ${namesIn({ blocks }, list).join()}`);
  const cells = allowed.length === 0 ? '' : `; it has cells of ${allowed.join(' and ')}`;
  const ofScenarios = (overrides.scenarios ?? []).map(
    (id) => `${id} has ${scenarioOf(id).kinds.join(' and ')}`,
  );
  return [`${flags}: no cell of ${title} is left${cells}`, ...ofScenarios].join('; ');
}

/** @throws UserError for options that would change links or factors. @param others that are refused, too. */
function assertUnchanged(
  title: string,
  overrides: Overrides,
  others: readonly ('networks' | 'target')[],
): void {
  const { networks, found, factors = {}, sweep } = overrides;
  const flags = [
    ...(found && others.includes('target') ? ['target'] : []),
    ...(networks && others.includes('networks') ? ['networks'] : []),
    ...networkFlagsOf(overrides).filter((flag) => flag !== 'backend'),
    ...Object.keys(factors),
    ...(sweep === undefined ? [] : ['sweep']),
  ];
  if (flags.length === 0) return;
  const choices = [...LISTS.map((list) => `--${list}`), '--rounds'];
  throw new UserError(
    `${flags.map((flag) => `--${flag}`).join(', ')}: ${title} has networks and factors of its own; ` +
      `leave ${flags.length === 1 ? 'it' : 'them'} out (${listed(choices)} choose among its cells)`,
  );
}

/** The networks of a block in full: its own options, or those of the command line. */
function networksOf(
  { networks }: PresetBlock,
  overrides: Overrides,
  sweep: readonly Setting[],
): ConfiguredNetwork[] {
  // Those without options of their own at once, for the errors of two that do not go together.
  const groups = Map.groupBy(networks, ({ options = {} }) => JSON.stringify(options));
  return [...groups.values()].flatMap((own) => {
    const names = own.map(({ name }) => name);
    return chosenNetworks({ ...overrides, ...own[0]?.options, networks: names }, sweep);
  });
}

/** A block for each workload that its networks have. */
function withWorkload(
  { scenarios, variants, kinds, settings = [], rounds, ...block }: PresetBlock,
  networks: readonly ConfiguredNetwork[],
  overrides: Overrides,
  sweep: readonly Setting[],
): Block[] {
  // Networks that an option makes are compared, and move the same.
  const alike = sweep.some(({ factor }) => isNetworkOption(factor));
  const profiles = networks.map(({ profile }) => profile);
  const placed = profiles.map((profile) => {
    const shaped = alike || isShaped(profile);
    const own = { ...block.workload, ...(shaped ? block.shaped : {}) };
    const workload = blockWorkload(overrides, { own, links: alike ? profiles : [profile], shaped });
    return { id: profile.id, workload };
  });
  const groups = Map.groupBy(placed, ({ workload }) => JSON.stringify(workload));
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ workload }) => ({
      scenarios: inOrderOf(SCENARIO_IDS, scenarios),
      variants: inOrderOf(KNOWN_IDS, variants),
      networks: [...new Set(own.map(({ id }) => id))],
      kinds: inOrderOf(KINDS, kinds),
      settings: [...settings.map(formatted), ...sweep],
      workload,
      rounds,
    })),
  );
}

/** Values as their factor formats them. */
function formatted({ factor: flag, values }: Setting): Setting {
  const factor = factorNamed(flag);
  if (factor === null) throw new Error(`no factor ${flag}`);
  return { factor: flag, values: values.map((value) => factor.format(factor.parse(value, flag))) };
}

function inOrderOf<Name extends string>(known: readonly Name[], choice: readonly string[]): Name[] {
  return known.filter((name) => choice.includes(name));
}

/** @throws UserError for a server of one's own without a target, or beside other variants, which are not there. */
function assertOwnAlone(configuration: Configuration, hasTarget: boolean): void {
  const variants = namesIn(configuration, 'variants');
  const own = variants.filter(isOwn);
  if (own.length === 0) return;
  if (!hasTarget) {
    throw new UserError(
      `--variants ${own.join()}: start your own server, and give its address: --target https://HOST:PORT (docs/your-own-server.md)`,
    );
  }
  if (variants.length === 1) return;
  throw new UserError(
    `--variants ${variants.join()}: one server is at a target; measure each in a run of its own`,
  );
}
