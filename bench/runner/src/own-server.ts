import type { Tools } from '@holbench/harness/tools';
import { formatSize } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import { fileBytesOf, hasFeature, SCENARIOS, scenarioOf } from '@holbench/scenarios/registry';
import { assertFulfils } from '@holbench/target/check/assert-fulfils';
import { type Files, has } from '@holbench/target/check/rules';
import type { Target } from '@holbench/target/target';
import { isOwn, variant as variantOf } from '@holbench/variants/registry';
import type { PlannedCell } from './planned-cell.ts';

/**
 * Whether a server that nobody helps has what the cells need, some of which its contract has. A helper starts its servers with it; one that
 * runs already may hold files of another size, and their figures would stand under the wrong one: their cells are left out.
 * @returns what is left out, a line each.
 * @throws UserError with the first rule of the contract that it breaks, or where it can serve none of the cells.
 */
export async function assertServes(
  target: Target,
  cells: readonly PlannedCell[],
  tools: Tools,
): Promise<string[]> {
  if (target.machine !== null) return [];
  const own = cells.filter(
    ({ variant, scenario }) => !isOwn(variant) || scenarioOf(scenario).forOwnServers,
  );
  const [first] = own;
  if (!first) {
    if (cells.length === 0) return [];
    const ids = SCENARIOS.flatMap(({ id, forOwnServers }) => (forOwnServers ? [id] : []));
    throw new UserError(`a server of your own is measured by --scenarios ${ids.join(',')} alone`);
  }
  const check = (some: readonly PlannedCell[]) =>
    assertFulfils(target, variantOf(first.variant), tools, neededBy(some));
  const files = await check(own);
  if (files === null) return [];
  const { served, lines } = servedBy(files, own);
  await check(served);
  target.files = files;
  return lines;
}

/**
 * The cells that a server with these files can serve, and what is left out.
 * @throws UserError where it is all of them.
 */
export function servedBy(files: readonly Files[], cells: readonly PlannedCell[]) {
  const served = cells.filter((cell) => whyNotServed(cell, files) === null);
  const left = needs(cells.filter((cell) => !served.includes(cell)));
  if (served.length === 0) throw new UserError(`${filesText(files)}; ${left[0]}`);
  return { served, lines: [filesText(files), ...left.map((line) => `left out: ${line}`)] };
}

/** Why a server with these files cannot serve a cell; null where it can. */
export function whyNotServed(cell: PlannedCell, files: readonly Files[]): string | null {
  const wanted = filesOf(cell);
  if (wanted === null || has(files, wanted)) return null;
  return `the target lacks files of ${sizeText(wanted.bytes)}: ${wanted.count} needed`;
}

/** What the cells need, with the remedy, a line for each size: one server of the lab has one. */
function needs(cells: readonly PlannedCell[]): string[] {
  const bySize = Map.groupBy(cells, (cell) => filesOf(cell)?.bytes ?? 0);
  return [...bySize].map(([bytes, own]) => {
    const all = own.map(({ scenario, kind }) =>
      scenarioOf(scenario).kinds.length > 1 ? `${scenario} (${kind})` : scenario,
    );
    const names = [...new Set(all)].toSorted();
    const count = Math.max(...own.map((cell) => filesOf(cell)?.count ?? 0));
    const id = own[0]?.variant ?? '';
    const size = sizeText(bytes).replace(' ', '');
    const remedy = isOwn(id) ? `pnpm dataset ${size}` : `pnpm serve ${id} --file-size ${size}`;
    return `${names.join(', ')} ${names.length > 1 ? 'need' : 'needs'} ${count} of ${sizeText(bytes)}: ${remedy}`;
  });
}

/** Sizes that a line names before it says how many more there are. */
const MOST_SIZES = 3;

/** `the target has files: 60 of 5 MiB, 40 of 50 MiB`. */
function filesText(files: readonly Files[]): string {
  if (files.length === 0) return 'the target has no files';
  const named = files.slice(0, MOST_SIZES);
  const more = files.length - named.length;
  const sizes = named.map(({ bytes, count }) => `${count} of ${sizeText(bytes)}`);
  return `the target has files: ${sizes.join(', ')}${more > 0 ? `, and ${more} more sizes` : ''}`;
}

/** `5 MiB`, which without the space an option reads. */
function sizeText(bytes: number): string {
  return formatSize(bytes).replace('m', ' MiB').replace('k', ' KiB');
}

/** The files of the server that a cell loads; null: none. */
function filesOf({ scenario, workload, kind, factors }: PlannedCell): Files | null {
  const { direction } = scenarioOf(scenario);
  const isBulk = hasFeature(scenario, 'bulk');
  if (direction !== 'download') return null;
  if (kind === 'text' && !isBulk) return null;
  const count = isBulk ? factors.bulkStreams : Math.max(...workload.binaryBatches);
  return { bytes: fileBytesOf(workload, scenario), count };
}

/** What a server must hold, and whether files are moved to it and from it. */
export function neededBy(cells: readonly PlannedCell[]) {
  const batches = cells.filter(({ scenario }) => scenarioOf(scenario).family === 'batches');
  const files = cells.flatMap((cell) => filesOf(cell) ?? []);
  return {
    uploads: cells.some(({ scenario }) => hasFeature(scenario, 'uploads')),
    texts: Math.max(1, ...batches.flatMap(({ workload }) => workload.textBatches)),
    downloads: files.length > 0,
    files,
  };
}
