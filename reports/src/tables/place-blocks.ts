import { findScenario, isBesideBulk } from '@holbench/scenarios/registry';
import { RESOURCES_TABLE } from '@holbench/scenarios/resource-metrics';
import type { Block, Sentence, TableBlock, TableCell } from '../document/block.ts';
import { capital } from '../document/format.ts';
import { idText } from '../document/id-text.ts';
import { besideText, networkText, scenarioText } from '../document/place-name.ts';
import { GEOMETRIC_MEAN, MEDIAN } from '@holbench/stats/average';
import type { Figure, Place } from '../figures/figure.ts';
import { unitOf } from '../figures/pairs.ts';
import type { Report } from '../report.ts';
import { networksOf } from '../runs/report-data.ts';
import { lateNotes } from './late-notes.ts';
import { byVariant, columnTexts, pivotTable, type PivotRow } from './pivot.ts';
import { tableId } from './table-id.ts';

/**
 * The tables of one place, made from its scenario's metrics alone: a row per variant and arm, a
 * column per metric. None where nothing was run.
 */
export function placeBlocks(report: Report, place: Place): Block[] {
  const all = report.relation.at(place).filter(({ metric }) => metric.table !== RESOURCES_TABLE);
  if (!all.some(({ cells }) => cells.length > 0)) return [];
  const id = tableId(place, report.data.manifest.networks.length);
  const shown = all.filter(({ metric }) => metric.detail !== true);
  const isRun = ({ state }: Figure) => state !== 'not-run';
  const tables = [...Map.groupBy(shown, ({ metric }) => metric.table)].filter(([table, figures]) =>
    table?.evidence || table?.rare ? figures.some(({ n }) => n > 0) : figures.some(isRun),
  );
  const notes = notesOf(all);
  const isAlone = tables.length === 1;
  const blocks = tables.map(([table, figures], index): Block => {
    const { id: name = 'first', title = '' } = table ?? {};
    const of = isAlone ? { id, title: placeText(place) } : { id: `${id}-${name}`, title };
    const made = figureTable(report, figures, { ...of, notes: index === 0 ? notes : [] });
    return table?.evidence ? { ...made, inMarkdown: false } : made;
  });
  if (isAlone) return blocks;
  return [{ block: 'section', section: { id, title: placeText(place), blocks } }];
}

/** `Scenario 1b text: load one`. */
export function placeText({ scenario, kind }: Place): string {
  const known = findScenario(scenario);
  const which = known?.kinds.length === 1 ? scenario : `${scenario} ${kind}`;
  return `${capital(scenarioText(which))}: ${known?.title ?? 'unknown to this version of holbench'}`;
}

function figureTable(
  report: Report,
  figures: readonly Figure[],
  { id, title, notes }: Pick<TableBlock, 'id' | 'title'> & { readonly notes: readonly Sentence[] },
): TableBlock {
  const { columns, rows } = byVariant(figures);
  const run = rows.filter(({ figures: own }) => own.some((each) => each?.state !== 'not-run'));
  return pivotTable(report, {
    id,
    title,
    rowHeader: 'Server',
    columns: [...columnTexts(columns), 'n', 'failed'],
    rows: run.map((row) => ({ ...row, more: countCells(row) })),
    notes,
    cell: { ratio: !figures.some(({ scenario }) => isBesideBulk(scenario)) },
  });
}

/**
 * How many operations a row rests on, and how many of them failed: of the figure with the most failures,
 * or else of the largest.
 */
function countCells({ figures }: PivotRow): TableCell[] {
  const [figure] = figures
    .flatMap((each) => (each === null || each.cells.length === 0 ? [] : [each]))
    .toSorted((a, b) => b.failed - a.failed || b.n - a.n || b.cells.length - a.cells.length);
  return (['n', 'failed'] as const).map((of) =>
    figure === undefined
      ? { text: ['–'], value: null }
      : { text: [{ text: String(figure[of]), cell: figure.cells[0] }], value: figure[of] },
  );
}

/** How to read the tables of a section, once above them. */
export const READING: Block = {
  block: 'prose',
  text: [
    `A value is the median of one number per round, or the geometric mean of one per connection. Below it: its interval of 95 % or more, from ${MEDIAN.least} rounds or ${GEOMETRIC_MEAN.least} connections on; with fewer, each number. n: all operations; failed: those of them that failed or were given up. `,
    { text: 'Formulas', anchor: 'formulas' },
    ' are in the appendix.',
  ],
};

function notesOf(figures: readonly Figure[]): Sentence[] {
  const counted = figures.flatMap(({ rounds }) => (rounds === 0 ? [] : [rounds]));
  const excluded = figures.some(
    ({ state, n }) => (state === 'invalid' || state === 'failed') && n === 0,
  );
  return [
    ...(excluded
      ? [['Why some are missing: ', { text: 'excluded cells', anchor: 'excluded-cells' }, '.']]
      : []),
    ...(counted.length > 0 && counted.every((count) => count === 1)
      ? [
          [
            `One ${unitOf(figures.flatMap(({ points }) => points))}: no interval, and no difference can be shown.`,
          ],
        ]
      : []),
    ...lateNotes(figures),
  ];
}

/** A section for each network and transfer that small messages were beside, where it has blocks. */
export function besideSections(
  { data, relation }: Report,
  name: string,
  blocksAt: (place: Place) => readonly Block[],
): Block[] {
  const isBeside = ({ scenario, kind }: Place) => isBesideBulk(scenario) && kind === 'text';
  const places = networksOf(data).flatMap(({ profile: { id } }) =>
    relation.placesOver(id, isBeside),
  );
  return places.flatMap((place): Block[] => {
    const blocks = blocksAt(place);
    const id = `${name}-${place.scenario}-${idText(place.network)}`;
    const title = capital(`${networkText(place.network)}, ${besideText(place.scenario)}`);
    return blocks.length === 0 ? [] : [{ block: 'section', section: { id, title, blocks } }];
  });
}

/** The plots of a topic over a network, under the tables that they draw. */
export function plotsBlock(
  plots: Report['plots'],
  network: string,
  topics: readonly string[],
): Block[] {
  return plotBlocks(
    plots.filter((plot) => plot.network === network && topics.includes(plot.topic)),
  );
}

export function plotBlocks(plots: Report['plots']): Block[] {
  return plots.length === 0 ? [] : [{ block: 'plots', plots: [...plots] }];
}
