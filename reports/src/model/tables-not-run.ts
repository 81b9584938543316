import { partCommand, roundsOf } from './bench-command.ts';
import { plural } from './format.ts';
import { networkOf, type ReportData } from './report-data.ts';
import type { ReportTable } from './report-tables.ts';

/** The tables of a network in which nothing was measured, and what would fill them. */
export interface TablesNotRun {
  /** `Not part of this run: tables 5–12`. */
  readonly title: string;
  /** What they need, and the command that runs it as this run was run. */
  readonly needs: readonly { readonly what: string; readonly command: string }[];
}

/** @returns null where every table has a figure that was measured, or failed. */
export function tablesNotRun(
  data: ReportData,
  network: string,
  all: readonly ReportTable[],
): TablesNotRun | null {
  const tables = all.filter((table) => !wasRun(table));
  if (tables.length === 0) return null;
  const { cells, manifest } = data;
  // Of a run that was stopped, or of which a shard is missing, nobody knows which cells are.
  const why = cells.length < manifest.plannedCells ? 'Not run' : 'Not part of this run';
  return { title: `${why}: ${namesOf(tables)}`, needs: needsOf(data, network, tables) };
}

/** Whether one of its figures comes from a cell, be it one that failed. */
export function wasRun({ rows }: Pick<ReportTable, 'rows'>): boolean {
  return rows.some(({ figures }) => figures.some(({ cell }) => cell !== null));
}

/** `tables 3, 5–12 and 2 others`. */
function namesOf(tables: readonly ReportTable[]): string {
  const numbers = tables.flatMap(({ key }) => {
    const [, number] = /^table-(\d+)$/.exec(key) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  const others = tables.length - numbers.length;
  if (numbers.length === 0) return plural(others, 'table');
  const noun = numbers.length === 1 ? 'table' : 'tables';
  return `${noun} ${ranges(numbers)}${others === 0 ? '' : ` and ${plural(others, 'other')}`}`;
}

/** `3, 5–12`. @param numbers ascending. */
function ranges(numbers: readonly number[]): string {
  const found: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = found.at(-1);
    if (range?.last === number - 1) range.last = number;
    else found.push({ first: number, last: number });
  }
  return found
    .map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`))
    .join(', ');
}

/**
 * A command for all scenarios that lack the same kinds and have as many rounds, so that none runs
 * what is there.
 */
function needsOf(
  { manifest }: ReportData,
  network: string,
  tables: readonly ReportTable[],
): TablesNotRun['needs'] {
  const kinds = new Map<string, Set<string>>();
  for (const { from } of tables) {
    if (from === null) continue;
    kinds.set(from.scenario, (kinds.get(from.scenario) ?? new Set()).add(from.kind));
  }
  const { config } = manifest;
  const over = networkOf({ manifest }, network);
  const lacking = Map.groupBy(kinds, ([scenario, its]) =>
    JSON.stringify([[...its], roundsOf(config, over, scenario)]),
  );
  return [...lacking.values()].map((alike) => {
    const scenarios = alike.map(([scenario]) => scenario).toSorted();
    const which = [...(alike[0]?.[1] ?? [])];
    return {
      what: `${scenarios.join(', ')} ${which.join(' and ')}`,
      command: partCommand(config, over, { scenarios, kinds: which }),
    };
  });
}
