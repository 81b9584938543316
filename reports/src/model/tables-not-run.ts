import { DEFAULT_SETTINGS } from '@holbench/results/settings';
import { changedSettings } from '@holbench/results/settings-text';
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

/** Whether one of its figures comes from a cell, be it one that failed; or from another run's. */
export function wasRun({ rows }: Pick<ReportTable, 'rows'>): boolean {
  return rows.some(({ figures }) =>
    figures.some(({ cell, compared }) => cell !== null || (compared?.value ?? null) !== null),
  );
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

/** A command for all scenarios that lack the same kinds, so that none runs what is there. */
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
  const { preset, rounds, seed, users, settings } = manifest.config;
  const lacking = Map.groupBy(kinds.keys(), (scenario) => [...(kinds.get(scenario) ?? [])].join());
  return [...lacking].map(([which, scenarios]) => {
    const ids = scenarios.toSorted();
    const command = [
      `pnpm bench --preset ${preset} --scenarios ${ids.join()}`,
      networkOf({ manifest }, network).options,
      `--kinds ${which} --rounds ${rounds} --seed ${seed}`,
      ...(ids.some((id) => id === '1b' || id === '2d') ? [`--users ${users}`] : []),
      ...changedSettings(settings, DEFAULT_SETTINGS).map(({ id, value }) => `--${id} ${value}`),
    ];
    return {
      what: `${ids.join(', ')} ${which.replace(',', ' and ')}`,
      command: command.join(' '),
    };
  });
}
