import { DISTURBED_AFTER_MS, disturbancesIn } from '@holbench/factors/disturbances';
import type { Factor } from '@holbench/factors/factor';
import { FACTORS } from '@holbench/factors/registry';
import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { formatSize } from '@holbench/process/quantities';
import { MAX_WHOLE_BYTES } from '@holbench/protocol/wire-limits';
import { LOOPBACK } from '@holbench/netem/profiles';
import { UserError } from '@holbench/process/user-error';
import { type Block, settingsIn } from '@holbench/results/block';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import { variant as variantOf, VARIANTS } from '@holbench/variants/registry';
import { MESSAGE_DEADLINE_SECONDS } from '@holbench/results/message-deadline';
import { FLAGS, type ParameterName, PARAMETERS } from '@holbench/results/parameters';
import {
  hasConnections,
  hasFeature,
  parametersOf,
  scenarioOf,
  SCENARIOS,
} from '@holbench/scenarios/registry';
import { isShaped } from '@holbench/results/is-shaped';
import type { Configuration } from './configuration.ts';
import { REAL_NETWORK_ID } from './network/chosen-networks.ts';
import type { PlannedCell } from './planned-cell.ts';
import { parseShard, shardOf } from './shard.ts';
import { armsOf } from './sweep.ts';
import type { ParameterOverrides } from './workload.ts';

/** A cell before it is known which others its run has. */
type DrawnCell = Omit<PlannedCell, 'recorded'>;

/** Runs with other seeds share no round: seed 2 is not the second round of seed 1. */
const SEEDS_APART = 1_000_000;

/**
 * All cells in the order in which they run: those with a transfer first, and of these the first block over its first
 * network. Rounds come one after the other, each in a different order, so that drift over a run (heat, caches, disk)
 * affects every variant alike. With a budget, the places of the blocks are in their order, each with its rounds:
 * so what stands first is complete when the time is over.
 */
export function planCells(configuration: Configuration): PlannedCell[] {
  const rounds = Math.max(0, ...configuration.blocks.map((block) => block.rounds));
  const all = Array.from({ length: rounds }, (_, round) => {
    const seed = configuration.seed + round * SEEDS_APART;
    const cells = shuffled(cellsOfRound(configuration, round, seed), seededRandom(seed));
    return round === 0 ? firstFirst(cells, configuration) : cells;
  }).flat();
  const drawn = [true, false].flatMap((isBulk) =>
    inOrder(
      all.filter(({ scenario }) => hasFeature(scenario, 'bulk') === isBulk),
      configuration,
    ),
  );
  const { only, shard } = configuration;
  const cells = drawn.map((cell) => ({
    ...cell,
    recorded: isRecorded(cell, configuration.recordWait),
  }));
  if (only !== null) return cells.filter(({ id }) => id === only.cell);
  for (const cell of cells) {
    assertWindowHoldsChunk(cell);
    assertTogether(cell);
    assertFits(cell, configuration);
    assertDisturbable(cell);
  }
  return shard === null ? cells : shardOf(cells, comparedWith, parseShard(shard));
}

/** Whether places of transfers come one after the other: what they are is then told by `placeOf`. */
function isByPlace({ budgetSeconds }: Configuration): boolean {
  return budgetSeconds !== null;
}

/** The position of the first block that has the scenario over the network. */
export function placeOf(
  { blocks }: Pick<Configuration, 'blocks'>,
  { scenario, network }: Pick<DrawnCell, 'scenario' | 'network'>,
): number {
  return blocks.findIndex(
    (block) => block.scenarios.includes(scenario) && block.networks.includes(network.profile.id),
  );
}

/** By what cells run together: those of a round with a transfer, or without one; by place, of one, and of servers with or without settings. */
export function roundKey(configuration: Configuration, cell: DrawnCell): string {
  const isBulk = hasFeature(cell.scenario, 'bulk');
  const own =
    isBulk && isByPlace(configuration) ? [placeOf(configuration, cell), cell.arm === ''] : [];
  return [isBulk, ...own, cell.round].join(' ');
}

function inOrder(cells: readonly DrawnCell[], configuration: Configuration): readonly DrawnCell[] {
  if (!isByPlace(configuration)) return cells;
  const orderOf = (cell: DrawnCell) => [
    placeOf(configuration, cell),
    cell.round,
    // Who chooses a transport reads the table of the servers as they are first.
    cell.arm === '' ? 0 : 1,
  ];
  const ordered = cells.map((cell) => ({ cell, order: orderOf(cell) }));
  return ordered.toSorted((a, b) => compared(a.order, b.order)).map(({ cell }) => cell);
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * Whether the paths of a cell's messages are recorded: beside a bulk transfer, over a shaped network with both ends on
 * this machine, in the rounds that were asked for.
 */
function isRecorded(
  { scenario, network, round }: Pick<PlannedCell, 'scenario' | 'network' | 'round'>,
  which: Configuration['recordWait'],
): boolean {
  const isEmulated = network.profile.id !== REAL_NETWORK_ID && isShaped(network.profile);
  if (!isEmulated || !hasFeature(scenario, 'bulk')) return false;
  return which === 'all' || (which === 'first' && round === 0);
}

/** @throws UserError for a factor, swept or set by an option, that makes no difference to any of the cells. */
export function assertObeyed(configuration: Configuration, cells: readonly PlannedCell[]): void {
  if (cells.length === 0) return;
  const { factors: base } = configuration;
  const sweep = settingsIn(configuration);
  for (const { key, flag, format, appliesTo } of FACTORS) {
    const isSwept = sweep.some(({ factor }) => factor === flag);
    if (!isSwept && base[key] === DEFAULT_FACTORS[key]) continue;
    if (cells.some((cell) => appliesTo(traitsOf(cell)))) continue;
    const option = isSwept ? `sweep ${flag}` : `${flag} ${format(base[key])}`;
    throw new UserError(
      `--${option}: makes no difference to any of the chosen cells; leave it out, or choose ${whereObeyed(appliesTo)}`,
    );
  }
}

/** @throws UserError for an amount that is given and that no chosen cell obeys. */
export function assertAmountsObeyed(
  given: ParameterOverrides,
  cells: readonly PlannedCell[],
): void {
  if (cells.length === 0) return;
  const flagsOf = (keys: readonly ParameterName[]) => keys.map((key) => PARAMETERS[key].flag);
  const obeyed = new Set<string | null>(
    cells.flatMap(({ scenario }) => flagsOf(parametersOf(scenario))),
  );
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, { flag }] of Object.entries(FLAGS)) {
    if (values.get(name) === undefined || obeyed.has(name)) continue;
    const obeying = SCENARIOS.filter(({ parameters }) =>
      flagsOf(parameters).some((each) => each === name),
    );
    throw new UserError(
      `${flag.split(' ')[0]}: no chosen cell obeys it; leave it out, or choose --scenarios ${obeying.map(({ id }) => id).join()}`,
    );
  }
  for (const { scenario, workload } of cells) {
    const { connections, otherConnections } = workload;
    if (!hasConnections(scenario) || otherConnections <= connections) continue;
    throw new UserError(
      `--other-connections ${otherConnections}: a cell has ${connections} connections; give --connections ${otherConnections}`,
    );
  }
}

/** `1a (binary), download, upload with node-http2`. */
function whereObeyed(appliesTo: Factor['appliesTo']): string {
  const variants = new Set<string>();
  const scenarios = SCENARIOS.flatMap(({ id, kinds, features }) => {
    const obeying = kinds.filter((kind) => {
      const own = VARIANTS.filter((variant) => appliesTo({ variant, kind, features }));
      for (const variant of own) variants.add(variant.id);
      return own.length > 0;
    });
    if (obeying.length === 0) return [];
    return obeying.length === kinds.length ? id : `${id} (${obeying.join(', ')})`;
  });
  const isEvery = scenarios.length === SCENARIOS.length && !scenarios.join('').includes('(');
  const where = isEvery ? 'any scenario' : scenarios.join(', ');
  const which = variants.size === VARIANTS.length ? 'any variant' : [...variants].join(', ');
  return `${where} with ${which}`;
}

function traitsOf({ variant, kind, scenario }: Pick<DrawnCell, 'variant' | 'kind' | 'scenario'>) {
  return { variant: variantOf(variant), kind, features: scenarioOf(scenario).features };
}

/** @throws UserError for a bulk window less than a chunk: every chunk would travel alone. */
function assertWindowHoldsChunk({ factors: { bulkWindowBytes, chunkBytes } }: PlannedCell): void {
  if (bulkWindowBytes === null || bulkWindowBytes >= chunkBytes) return;
  const [window, chunk] = [formatSize(bulkWindowBytes), formatSize(chunkBytes)];
  throw new UserError(
    `--bulk-window ${window} is less than a chunk, ${chunk}: give a smaller --chunk-size, e.g. 16k`,
  );
}

/** Requests that a page may have open at once on a connection of HTTP/2, without some of its subscriptions. */
const OPEN_REQUESTS = 90;

/** @throws UserError for settings that would measure something else than they are named after. */
function assertTogether({ scenario, factors, workload }: PlannedCell): void {
  const { chunkBytes, fragmentBytes, sendOrder, pingMs, tabs } = factors;
  const fileBytes = workload[scenarioOf(scenario).files];
  if (chunkBytes === MAX_WHOLE_BYTES && fileBytes > MAX_WHOLE_BYTES) {
    const [file, most] = [formatSize(fileBytes), formatSize(MAX_WHOLE_BYTES)];
    throw new UserError(
      `--chunk-size whole: a file of ${file} is more than one message may have; give --file-size ${most} or less`,
    );
  }
  if (fragmentBytes !== null && sendOrder !== 'default') {
    throw new UserError(
      `--fragment and --send-order ${sendOrder}: fragments of a message follow one another; leave one out`,
    );
  }
  if (pingMs > 0 && tabs > 1) {
    throw new UserError('--ping and --tabs: pings are of one connection; leave one out');
  }
  const { probesPerSecond, deadlineSeconds, transferSeconds } = workload;
  if (!hasConnections(scenario) || deadlineSeconds <= MESSAGE_DEADLINE_SECONDS) return;
  const most = Math.floor(OPEN_REQUESTS / probesPerSecond);
  if (Math.min(deadlineSeconds, transferSeconds) <= most) return;
  throw new UserError(
    `--deadline ${deadlineSeconds}s: so many messages would wait for one another in the browser; give --deadline ${most}s or less, or a lower --probe-rate`,
  );
}

/** @throws UserError when the phases of a cell are longer than its time limit. */
function assertFits(cell: PlannedCell, { timeoutSeconds }: Configuration): void {
  const { scenario, network, workload } = cell;
  const seconds = Math.ceil(scenarioOf(scenario).phaseSeconds?.(cell) ?? 0);
  if (timeoutSeconds === null || seconds <= timeoutSeconds) return;
  throw new UserError(
    `--transfer-time ${workload.transferSeconds}s: the phases of ${scenario} take ${seconds} s over ` +
      `${network.profile.id}, longer than --timeout ${timeoutSeconds}s; make one shorter or the other longer`,
  );
}

/** @throws UserError for disturbances that are two, that do not end before the messages do, or that have no link. */
function assertDisturbable({ scenario, factors, network, workload }: PlannedCell): void {
  const [first, second] = disturbancesIn(factors);
  if (first === undefined || !hasConnections(scenario)) return;
  if (second !== undefined) {
    throw new UserError(`--${first.flag} and --${second.flag}: one at a time; leave one out`);
  }
  if (network.profile.id === LOOPBACK) {
    throw new UserError(
      `--${first.flag}: ${LOOPBACK} has no link to disturb; choose another network, e.g. --networks lte`,
    );
  }
  const leastSeconds = Math.ceil((DISTURBED_AFTER_MS + factors.outageMs) / 1_000) + 5;
  if (workload.transferSeconds >= leastSeconds) return;
  throw new UserError(
    `--${first.flag}: after it few messages would be left; give --transfer-time ${leastSeconds}s or more`,
  );
}

/** Group of the cells that are compared, so that one machine runs them all. */
function comparedWith({ network, scenario, kind, round }: PlannedCell): string {
  return [network.profile.id, scenario, kind, round].join('/');
}

/** A first table is complete when each of its variants has run once. */
function firstFirst(cells: readonly DrawnCell[], { blocks }: Configuration): DrawnCell[] {
  const [first] = blocks;
  const isFirst = ({ network, scenario, arm }: DrawnCell): boolean =>
    network.profile.id === first?.networks[0] && first.scenarios.includes(scenario) && arm === '';
  return [...cells.filter(isFirst), ...cells.filter((cell) => !isFirst(cell))];
}

/** Each cell of a round once, though several blocks have it. */
function cellsOfRound(configuration: Configuration, round: number, seed: number): DrawnCell[] {
  const cells = configuration.blocks
    .filter(({ rounds }) => round < rounds)
    .flatMap((block) => cellsOfBlock(configuration, block, { round, seed }));
  return [...new Map(cells.map((cell) => [cell.id, cell])).values()];
}

function cellsOfBlock(
  { networks, factors: base }: Configuration,
  block: Block,
  of: Pick<DrawnCell, 'round' | 'seed'>,
): DrawnCell[] {
  const { settings, workload } = block;
  const own = networks.filter(({ profile }) => block.networks.includes(profile.id));
  return own.flatMap((network) =>
    block.variants.flatMap((variant) =>
      block.scenarios.flatMap((scenario) => {
        const { kinds } = scenarioOf(scenario);
        return kinds
          .filter((kind) => block.kinds.includes(kind))
          .flatMap((kind) => {
            const arms = armsOf({ factors: base, settings }, traitsOf({ variant, kind, scenario }));
            return arms.map(({ name: arm, factors }): DrawnCell => {
              const what = [`${scenario}-${kind}`, arm].filter((part) => part !== '').join('+');
              const id = [network.profile.id, variant, what, of.round].join('/');
              const named = { id, variant, network, scenario, kind, arm };
              return { ...named, ...of, factors, workload };
            });
          });
      }),
    ),
  );
}
