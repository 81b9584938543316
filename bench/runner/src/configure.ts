import { isDeepStrictEqual } from 'node:util';
import { factorNamed, parseFactors } from '@holbench/factors/values';
import { listed } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import type { Block, Setting } from '@holbench/results/block';
import { namesIn } from '@holbench/results/block';
import { isShaped } from '@holbench/results/is-shaped';
import type { Manifest } from '@holbench/results/manifest';
import type { PayloadKind } from '@holbench/results/sample';
import { hasFeature, SCENARIO_IDS } from '@holbench/scenarios/registry';
import { isOwn, KNOWN_IDS } from '@holbench/variants/registry';
import { claimsElsewhere } from './claims-here.ts';
import type { Configuration, ConfiguredNetwork } from './configuration.ts';
import { assertStoppable } from './rounds/stopping-rule.ts';
import { chosenNetworks, networkFlagsOf, type NetworkOptions } from './network/chosen-networks.ts';
import {
  type Base,
  CLAIMS_PRESET,
  type PresetBlock,
  presetNamed,
  type PresetName,
} from './presets.ts';
import { defaultJobs } from './side-by-side/group-cells.ts';
import { type FactorOptions, factorsAndSweep, isNetworkOption } from './sweep.ts';
import { blockWorkload, type ParameterOverrides } from './workload.ts';

/** Options of the command line that choose among the blocks of a preset, or change them. */
export interface Overrides extends NetworkOptions, FactorOptions, ParameterOverrides {
  readonly variants?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly kinds?: readonly PayloadKind[];
  readonly rounds?: number;
  readonly seed?: number;
  /** Half of an interval as a share of its figure, until which rounds go on. */
  readonly precision?: number;
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

const LISTS = ['variants', 'scenarios', 'kinds'] as const;

/** A block with its networks in full. */
type PlacedBlock = Omit<PresetBlock, 'networks'> & {
  readonly networks: readonly ConfiguredNetwork[];
};

/** The blocks of a preset, as the options choose and change them. @throws UserError as {@link configureFrom}. */
export function configure(name: PresetName, overrides: Overrides = {}): Configuration {
  return configureFrom(presetNamed(name), overrides);
}

/**
 * The blocks of a preset or of a run, as the options choose and change them.
 * @throws UserError for options that contradict each other or the blocks, and where no cell is left.
 */
export function configureFrom(base: Base, overrides: Overrides): Configuration {
  const { name, config = {} } = base;
  const { sweep } = factorsAndSweep(overrides, networkFlagsOf(overrides));
  const all = base.blocks.filter((block) => isOfClaims(block, name, overrides));
  if (base.fixed) assertNoChoice(name, overrides);
  const chosen = base.fixed ? all.map(narrowed(overrides)) : chosenBlocks(all, overrides);
  const own = chosen.filter(hasCells);
  if (own.length === 0) throw new UserError(whyNoBlock(name, overrides, all));
  const placed = own.map((block) => placedIn(block, overrides, sweep));
  const alike = sweep.some(({ factor }) => isNetworkOption(factor));
  const blocks = placed.flatMap((block) => withWorkload(block, { overrides, sweep, alike }));
  const configuration: Configuration = {
    preset: name,
    seed: overrides.seed ?? config.seed ?? 1,
    shard: overrides.shard ?? config.shard ?? null,
    cell: config.cell ?? null,
    jobs: overrides.jobs ?? defaultJobs(),
    budgetSeconds: overrides.budget ?? config.budgetSeconds ?? null,
    recordWait: overrides.recordWait ?? config.recordWait ?? 'first',
    timeoutSeconds: overrides.timeout ?? config.timeoutSeconds ?? null,
    factors: parseFactors(overrides.factors ?? {}, config.factors),
    blocks: distinct(blocks),
    networks: distinctNetworks(placed.flatMap(({ networks }) => networks)),
  };
  assertOneWorkload(configuration);
  assertOwnAlone(configuration, overrides.found !== undefined);
  assertWorkers(configuration);
  assertStoppable(
    configuration,
    own.some(({ claims }) => claims !== undefined),
  );
  return configuration;
}

/** Whether a block is of the claims that were chosen, or of those that this machine can test. */
function isOfClaims({ claims: own = [] }: PresetBlock, name: string, { claims }: Overrides) {
  if (claims === undefined) return !own.some((id) => claimsElsewhere().has(id));
  // A claim that is asked for by name is refused by the factor that the machine lacks.
  if (own.length === 0) {
    throw new UserError(
      `--claims does not go with --preset ${name}: give --preset ${CLAIMS_PRESET}, or leave it out`,
    );
  }
  return own.some((id) => claims.includes(id));
}

/**
 * Blocks of a preset that is not fixed. Variants, networks and kinds that are chosen replace its own; scenarios choose
 * among its blocks, and make new ones. A block with settings of its own is only narrowed, and left out where others
 * are chosen.
 */
function chosenBlocks(all: readonly PresetBlock[], overrides: Overrides): PresetBlock[] {
  const { factors = {}, sweep, scenarios, rounds } = overrides;
  const hasSettings = Object.keys(factors).length > 0 || sweep !== undefined;
  const { variants, kinds } = overrides;
  const networksOf = (block: PresetBlock) =>
    overrides.networks?.map(
      (name) => block.networks.find((own) => own.known && own.name === name) ?? { name },
    ) ?? block.networks;
  const replaced = (block: PresetBlock): PresetBlock => ({
    ...block,
    variants: variants ?? block.variants,
    kinds: kinds ?? block.kinds,
    networks: networksOf(block),
    rounds: rounds ?? block.rounds,
  });
  const known = all.flatMap((block) => {
    if (block.settings === undefined) return inScenarios(replaced(block), scenarios);
    return hasSettings ? [] : narrowed(overrides)(block);
  });
  const { networks } = overrides;
  // As large as what the blocks move over such a network. A run that is repeated may have none over it.
  const like =
    all.find((block) => block.networks.some(({ name }) => networks?.includes(name) ?? true)) ??
    all.find((block) => block.networks.every(({ known: own }) => own === undefined));
  const first = like ?? all.map(({ workload: _workload, ...block }) => block)[0];
  const isKnown = (id: string) => all.some((block) => block.scenarios.includes(id));
  const others = (scenarios ?? []).filter((id) => !isKnown(id));
  if (first === undefined || others.length === 0) return known;
  const added = [true, false].map((isBulk) => {
    const counts = all.map((block) => block.rounds);
    return replaced({
      ...first,
      scenarios: others.filter((id) => hasFeature(id, 'bulk') === isBulk),
      kinds: KINDS,
      rounds: isBulk ? Math.max(...counts) : Math.min(...counts),
    });
  });
  return [...known, ...added];
}

function inScenarios(block: PresetBlock, chosen: readonly string[] | undefined): PresetBlock {
  return { ...block, scenarios: common(block.scenarios, chosen) };
}

/** A block with what the options leave of it. */
function narrowed({ variants, scenarios, kinds, networks, rounds }: Overrides) {
  return (block: PresetBlock): PresetBlock => ({
    ...inScenarios(block, scenarios),
    variants: common(block.variants, variants),
    kinds: common(block.kinds, kinds),
    networks: block.networks.filter(({ name }) => networks?.includes(name) ?? true),
    rounds: rounds ?? block.rounds,
  });
}

function common<Name extends string>(own: readonly Name[], chosen?: readonly string[]): Name[] {
  return own.filter((name) => chosen?.includes(name) ?? true);
}

function hasCells({ variants, scenarios, kinds, networks, rounds }: PresetBlock): boolean {
  const lists: (readonly unknown[])[] = [variants, scenarios, kinds, networks];
  return rounds > 0 && lists.every(({ length }) => length > 0);
}

/** What to choose instead of lists that no block has together. */
function whyNoBlock(name: string, overrides: Overrides, all: readonly PresetBlock[]): string {
  const given = LISTS.filter((list) => overrides[list] !== undefined);
  const allowed = given.map((list) => {
    const names = new Set<string>(all.flatMap((block) => [...block[list]]));
    return `--${list} ${[...names].join(',')}`;
  });
  const flags = given.map((list) => `--${list}`).join(', ');
  return `${flags}: no cell of --preset ${name} has these; it has cells of ${allowed.join(' and ')}`;
}

/** @throws UserError for options that would make another run of a fixed preset. */
function assertNoChoice(preset: string, overrides: Overrides): void {
  const { networks, found, factors = {}, sweep } = overrides;
  const flags = [
    ...(found === undefined ? [] : ['target']),
    ...(networks === undefined ? [] : ['networks']),
    ...networkFlagsOf(overrides).filter((flag) => flag !== 'backend'),
    ...Object.keys(factors),
    ...(sweep === undefined ? [] : ['sweep']),
  ];
  if (flags.length === 0) return;
  const choices = LISTS.map((list) => `--${list}`).concat('--rounds');
  const all = preset === CLAIMS_PRESET ? ['--claims', ...choices] : choices;
  throw new UserError(
    `${flags.map((flag) => `--${flag}`).join(', ')}: --preset ${preset} has networks and factors of its own; ` +
      `leave ${flags.length === 1 ? 'it' : 'them'} out, or take another preset (${listed(all)} choose among its cells)`,
  );
}

/** A block with its networks in full: its own options, or those of the command line. */
function placedIn(
  block: PresetBlock,
  overrides: Overrides,
  sweep: readonly Setting[],
): PlacedBlock {
  const known = overrides.found ? [] : block.networks.flatMap((network) => network.known ?? []);
  const others = block.networks.filter((network) => overrides.found ?? !network.known);
  // Those without options of their own at once, for the errors of two that do not go together.
  const groups = Map.groupBy(others, ({ options = {} }) => JSON.stringify(options));
  const chosen = [...groups.values()].flatMap((own) => {
    const names = own.map(({ name }) => name);
    return chosenNetworks({ ...overrides, ...own[0]?.options, networks: names }, sweep);
  });
  return { ...block, networks: distinctNetworks([...known, ...chosen]) };
}

/** A block for each workload that its networks have. */
function withWorkload(
  { scenarios, variants, kinds, networks, settings, rounds, precision, ...block }: PlacedBlock,
  run: {
    readonly overrides: Overrides;
    readonly sweep: readonly Setting[];
    /** Whether an option makes the networks, which then move the same. */
    readonly alike: boolean;
  },
): Block[] {
  const isBulk = scenarios.some((id) => hasFeature(id, 'bulk'));
  const profiles = networks.map(({ profile }) => profile);
  const placed = networks.map(({ profile }) => {
    const isShapedHere = run.alike || isShaped(profile);
    return {
      profile,
      workload: blockWorkload(run.overrides, {
        own: { ...block.workload, ...(isShapedHere ? block.shaped : {}) },
        links: run.alike ? profiles : [profile],
        shaped: isShapedHere,
      }),
    };
  });
  const groups = Map.groupBy(placed, (each) => JSON.stringify(each.workload));
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({
      scenarios: inOrderOf(SCENARIO_IDS, scenarios),
      variants: inOrderOf(KNOWN_IDS, variants),
      networks: own.map(({ profile }) => profile.id),
      kinds: inOrderOf(KINDS, kinds),
      settings: (settings ?? run.sweep).map(formatted),
      workload: first.workload,
      rounds,
      precision: isBulk ? (run.overrides.precision ?? precision ?? null) : null,
    })),
  );
}

/** Values as their factor formats them. */
function formatted({ factor: flag, values }: Setting): Setting {
  const factor = factorNamed(flag);
  if (factor === null) return { factor: flag, values: [...values] };
  return { factor: flag, values: values.map((value) => factor.format(factor.parse(value, flag))) };
}

function inOrderOf<Name extends string>(known: readonly Name[], choice: readonly string[]): Name[] {
  return known.filter((name) => choice.includes(name));
}

function distinct(blocks: readonly Block[]): Block[] {
  return [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()];
}

function distinctNetworks(networks: readonly ConfiguredNetwork[]): ConfiguredNetwork[] {
  return [...new Map(networks.map((network) => [network.profile.id, network])).values()];
}

/** @throws Error for a preset whose blocks move different amounts where they have cells in common. */
function assertOneWorkload({ blocks }: Configuration): void {
  const known = new Map<string, Block>();
  for (const block of blocks) {
    for (const network of block.networks) {
      for (const scenario of block.scenarios) {
        const place = `${scenario} over ${network}`;
        const first = known.get(place) ?? block;
        known.set(place, first);
        if (!isDeepStrictEqual(first.workload, block.workload)) {
          throw new Error(`two workloads of ${place}`);
        }
      }
    }
  }
}

/** @throws UserError for a server of one's own without a target, or beside other variants, which are not there. */
function assertOwnAlone(configuration: Configuration, hasTarget: boolean): void {
  const variants = namesIn(configuration, 'variants');
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
function assertWorkers({ blocks }: Configuration): void {
  const strange = blocks.find(({ workload: { workers, users } }) => workers > users);
  if (!strange) return;
  const { workers, users } = strange.workload;
  throw new UserError(
    `--workers ${workers}: more than --users ${users}; give more users, or fewer workers`,
  );
}
