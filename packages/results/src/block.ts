import * as v from 'valibot';
import { Name, ShellWords } from './command-text.ts';
import type { PayloadKind } from './sample.ts';
import { Rounds } from './run-limits.ts';
import { Workload } from './workload.ts';

/** A factor, or an option of the network, and the values that it takes in turn, as its factor formats them. */
const Setting = v.strictObject({ factor: Name, values: v.array(ShellWords) });
export type Setting = v.InferOutput<typeof Setting>;

/**
 * Cells of a run: every combination of its lists, in each of its rounds. A scenario has those of the kinds that it
 * knows. Blocks may have cells in common, which run once. Over one network, a scenario has the same workload in all.
 */
export const Block = v.pipe(
  v.strictObject({
    scenarios: named(Name),
    variants: named(Name),
    /** Ids of their profiles. */
    networks: named(v.string()),
    kinds: named(v.picklist(['text', 'binary'])),
    /** A single value is an arm without the run's own factors beside it. */
    settings: v.array(Setting),
    workload: Workload,
    /** Rounds that it has if nothing ends it before. */
    rounds: Rounds,
    /** Always null; in some runs of this schema. */
    precision: v.optional(v.null()),
  }),
  v.transform(({ precision: _precision, ...own }) => own),
);
export type Block = v.InferOutput<typeof Block>;

/** A list that names something. */
function named<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.minLength(1));
}

/** What a manifest, or a configuration, says of its blocks. */
export interface Blocks {
  readonly blocks: readonly Block[];
}

type Lists = 'scenarios' | 'variants' | 'networks' | 'kinds';

/** Each name once that a list of any block has. */
export function namesIn({ blocks }: Blocks, list: Lists): string[] {
  return [...new Set<string>(blocks.flatMap((block) => block[list]))];
}

/** Blocks with cells of a scenario over a network. */
export function blocksAt(
  { blocks }: Blocks,
  { network, scenario, kind }: { network: string; scenario: string; kind?: PayloadKind },
): Block[] {
  return blocks.filter(
    (block) =>
      block.networks.includes(network) &&
      block.scenarios.includes(scenario) &&
      (kind === undefined || block.kinds.includes(kind)),
  );
}

/** Each block once. */
export function distinctBlocks(blocks: readonly Block[]): Block[] {
  return [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()];
}

/** A place where two blocks move different amounts, `1a over ideal`; null for none. */
export function clashIn(blocks: readonly Block[]): string | null {
  const known = new Map<string, string>();
  for (const { networks, scenarios, workload } of blocks) {
    const amounts = JSON.stringify(workload);
    for (const place of networks.flatMap((id) => scenarios.map((each) => `${each} over ${id}`))) {
      if ((known.get(place) ?? amounts) !== amounts) return place;
      known.set(place, amounts);
    }
  }
  return null;
}

/** How much a scenario moves over a network. @throws Error where no block has it. */
export function workloadAt(of: Blocks, place: { network: string; scenario: string }): Workload {
  const [block] = blocksAt(of, place);
  if (!block) throw new Error(`no block has ${place.scenario} over ${place.network}`);
  return block.workload;
}

/** Each factor once that a block sets, with the values of all blocks. */
export function settingsIn({ blocks }: Blocks): Setting[] {
  const all = blocks.flatMap(({ settings }) => settings);
  return [...Map.groupBy(all, ({ factor }) => factor)].map(([factor, own]) => ({
    factor,
    values: [...new Set(own.flatMap(({ values }) => values))],
  }));
}
