import type { Cell } from '@holbench/results/cell';
import { ranksServers } from '@holbench/results/validity';
import { KNOWN_VARIANTS } from '@holbench/variants/registry';
import { metricsAt } from '../../figures/relation.ts';
import { headerOf } from '../../figures/selections.ts';
import type { SectionOf } from '../../report.ts';
import { cellState, figureOf, type ReportData } from '../../runs/report-data.ts';
import { tableId } from '../../tables/table-id.ts';
import { cellAnchor } from '../anchors.ts';
import type { Block, Sentence } from '../block.ts';
import { plural } from '../format.ts';
import { textTable } from '../text-table.ts';
import { placeName } from '../place-name.ts';

/** `client-limited` counts and does not rank servers; the others do not count. */
const STATES = ['invalid', 'failed', 'unsupported', 'client-limited', 'not run'] as const;

type Excluded = ReturnType<typeof excludedCells>[number];

/** What does not count or does not rank, why, and what that means for which figures. */
export const excludedCellsSection: SectionOf = ({ data }) => {
  const records = excludedCells(data);
  const limited = records.filter(({ state }) => state === 'client-limited');
  const others = records.filter(({ state }) => state !== 'client-limited');
  const tables = [others, limited].filter((each) => each.length > 0);
  const blocks = tables.map((each, index): Block => {
    const table = textTable({
      id: index === 0 ? 'excluded' : 'excluded-client-limited',
      look: 'prose',
      header: ['Cells', 'State', 'Reason', 'What it means', 'Figures'],
      rows: rowsOf(each),
      // One file has all of them.
      ...(index === 0 ? { records } : {}),
    });
    if (each !== limited) return table;
    const summary = ['Included, not ranked: the client was the limiting party'];
    return { block: 'details', summary, blocks: [table] };
  });
  const summary: Block = { block: 'prose', text: [`Excluded: ${excludedSummary(records, data)}.`] };
  return {
    id: 'excluded-cells',
    title: 'Excluded cells',
    blocks: [summary, ...connectionBlocks(data), ...blocks],
  };
};

/** Connections that do not count, of cells that do: the same loss was measured again with another one. */
function connectionBlocks({ cells }: ReportData): Block[] {
  const valid = cells.filter(({ cell }) => cellState(cell) === 'valid');
  const all = valid.flatMap(({ connections = [] }) => connections);
  const left = all.filter((each) => !each.valid).length;
  if (left === 0) return [];
  const items = valid.flatMap(({ cell: { cell }, connections = [] }): Sentence[] => {
    const why = connections.flatMap(({ connection, valid: counts, reasons }) =>
      counts ? [] : [`connection ${connection}: ${reasons.join('; ')}`],
    );
    return why.length === 0 ? [] : [[{ text: cell, cell }, `, ${why.join('. ')}`]];
  });
  const summary = `${left} of ${plural(all.length, 'connection')} left out; each was measured again, unless its cell had too many of them.`;
  return [
    { block: 'prose', text: [summary] },
    { block: 'list', items },
  ];
}

/** A row for the rounds of one figure that share a reason. */
function rowsOf(all: readonly Excluded[]): (string | Sentence)[][] {
  const groups = Map.groupBy(all, ({ state, what, reason }) =>
    JSON.stringify([state, what, reason]),
  );
  return [...groups.values()].flatMap((same) => {
    const rounds = same.flatMap(({ cell, round }): Sentence =>
      cell === '' ? [] : [', ', { text: `round ${round}`, anchor: cellAnchor(cell) }],
    );
    return same
      .slice(0, 1)
      .map(({ state, what, reason, meaning, tables }) => [
        [what, ...rounds],
        [{ text: state, style: state === 'client-limited' ? 'missing' : 'bad' } as const],
        reason,
        meaning,
        tables === '' ? '' : [{ text: 'table', anchor: tables }],
      ]);
  });
}

/**
 * Every cell that does not count, or counts and does not rank servers, with its reason: the lines
 * of `tables/excluded.csv`.
 */
export function excludedCells(data: ReportData) {
  const { cells, manifest } = data;
  const valid = cells.filter(({ cell }) => cellState(cell) === 'valid');
  const left = Map.groupBy(valid, figureOf);
  const excluded = cells.flatMap((finished) => {
    const { cell } = finished;
    const counts = cellState(cell);
    if (counts === 'valid' && ranksServers(cell)) return [];
    const state = counts === 'valid' ? ('client-limited' as const) : counts;
    const reason = state === 'client-limited' ? cell.limiter?.why : cell.reasons.join('; ');
    return [
      {
        cell: cell.cell,
        state,
        /** `A3 node-http2, scenario 1b text over network reference-4g`. */
        what: whatOf(cell),
        round: cell.round,
        reason: reason || 'no reason was stored',
        /** For the figures. */
        meaning: meaningOf(state, left.get(figureOf(finished))?.length ?? 0),
        /** The first table that has those figures; none for a scenario of another lab version. */
        tables: metricsAt(data, cell).length === 0 ? '' : tableId(cell, manifest.networks.length),
      },
    ];
  });
  const never = manifest.unsupported
    .filter(({ variant }) => !cells.some(({ cell }) => cell.variant === variant))
    .map(({ variant, reason }) => ({
      state: 'unsupported' as const,
      what: `${nameOf(variant)}, all its cells`,
      reason,
      meaning: meaningOf('unsupported', 0),
    }));
  return [
    ...excluded,
    ...[...never, ...notRun(data)].map((each) => ({ cell: '', round: null, tables: '', ...each })),
  ].toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
}

/** Of a run that was stopped; or of a line that was cut off. */
function notRun({ manifest, cells }: ReportData) {
  const missing = manifest.plannedCells - cells.length;
  if (missing <= 0) return [];
  const cutOff = `no line of ${missing === 1 ? 'it' : 'them'} in cells.ndjson`;
  return [
    {
      state: 'not run' as const,
      what: `${missing} of ${plural(manifest.plannedCells, 'planned cell')}`,
      reason: manifest.endedAt === null ? 'the run was stopped, or still goes on' : cutOff,
      meaning:
        'Figures use fewer rounds, or are “not run”. pnpm bench --resume with the run’s folder runs the rest.',
    },
  ];
}

function whatOf({ variant, kind, arm, ...place }: Cell): string {
  return `${nameOf(variant)}, ${placeName(place, ` ${kind}`)}${arm === '' ? '' : `, ${arm}`}`;
}

/** With its code, unless the run is of a lab that had other variants. */
function nameOf(id: string): string {
  const variant = KNOWN_VARIANTS.find((each) => each.id === id);
  return variant ? headerOf({ variant, arm: '' }) : id;
}

/** @param left rounds of the figure that count. */
function meaningOf(state: (typeof STATES)[number], left: number): string {
  if (state === 'client-limited') return 'Included, not ranked.';
  return left === 0
    ? 'Its figures are missing.'
    : `Left out: the figure uses the ${plural(left, 'remaining round')}.`;
}

/** `4 invalid, 2 failed of 80 cells`, or that all count. */
export function excludedSummary(excluded: readonly Excluded[], { manifest, cells }: ReportData) {
  const missing = Math.max(0, manifest.plannedCells - cells.length);
  const all = plural(cells.length + missing, 'cell');
  const counts = STATES.map((state) => {
    const own = excluded.filter((each) => each.state === state && each.cell !== '');
    return { state, count: state === 'not run' ? missing : own.length };
  }).filter(({ count }) => count > 0);
  const [first] = counts;
  if (first === undefined) return `none: all ${all} count`;
  if (counts.length === 1 && first.state === 'client-limited') {
    return `all ${all} count; ${first.count} client-limited: included, not ranked`;
  }
  return `${counts.map(({ state, count }) => `${count} ${state}`).join(', ')} of ${all}`;
}
