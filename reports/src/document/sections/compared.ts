import type { Compared } from '../../compare/compared.ts';
import {
  countsText,
  isInTables,
  isOfHeadline,
  shownDifferences,
} from '../../compare/comparison.ts';
import { placeText } from '../../compare/only-one.ts';
import { figureColumns, type ColumnValue } from '../../figures/columns.ts';
import { headerOf } from '../../figures/selections.ts';
import { intervalWords, OF_RUNS } from '../../figures/versus.ts';
import type { SectionOf } from '../../report.ts';
import { cautionNotes } from '../../tables/caution-notes.ts';
import type { Block, TableBlock, TableRow } from '../block.ts';
import { comparedRatio, figureCell } from '../figure-cell.ts';
import { columnText, levelText } from '../figure-text.ts';
import { networkText, scenarioText } from '../place-name.ts';

/** What differs from another run; nothing without one. */
export const comparedSection: SectionOf = ({ comparison }) => {
  if (comparison === null) return null;
  const { other, conditions, onlyOne, warnings, compared } = comparison;
  const [headline, tables] = [compared.filter(isOfHeadline), compared.filter(isInTables)];
  return {
    id: 'compared',
    title: `Compared with ${other}`,
    blocks: [
      ...warnings.map((text): Block => ({
        block: 'prose',
        text: [`${other}: ${text}`],
        role: 'warning',
      })),
      {
        block: 'list',
        items: [
          [
            { text: `Of ${headline.length} headline figures: `, style: 'strong' },
            `${countsText(headline)}.`,
          ],
          [
            { text: `Of ${tables.length} figures of all tables: `, style: 'strong' },
            `${countsText(tables)}.`,
          ],
        ],
      },
      { block: 'prose', text: [ruleText(compared)] },
      differenceTable(compared),
      list('compared-conditions', 'What else differs', conditions),
      list('compared-only', 'What only one of them has', onlyOne),
    ],
  };
};

/** The one rule. */
function ruleText(compared: readonly Compared[]): string {
  const judged = compared.flatMap(({ versus }) => (versus?.by ? [versus] : []));
  const paired = judged.filter(({ by }) => by === 'pairs').length;
  const levels = judged.flatMap(({ interval }) => interval?.level ?? []);
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(levelText);
  const range = least === most ? least : `${least} to ${most}`;
  const level = levels.length === 0 ? '' : ` Its level is ${range}.`;
  const seeds = `Rounds, or connections, of the same seed, which lose the same packets, are held against each other in ${paired} of ${judged.length} figures with enough of them; in the others all of one run against all of the other.`;
  return `A figure is judged by the interval of this run’s ÷ the other’s; a wait by that of the difference. Equivalent: all of it is within ${100 * OF_RUNS} %, or within what a link may be off. Higher and lower: all of it is beyond. ${seeds}${level}`;
}

function list(
  id: string,
  title: string,
  lines: readonly string[],
  none = 'Nothing that the runs record.',
): Block {
  const items = lines.length === 0 ? [none] : lines;
  const block: Block = { block: 'list', items: items.map((line) => [line]) };
  return { block: 'section', section: { id, title, blocks: [block] } };
}

const HEADER = ['Variant', 'Figure', 'This run', 'The other run', 'This ÷ other', 'Interval', 'Of'];

/** The differences of the tables; its file has everything that was compared. */
function differenceTable(compared: readonly Compared[]): TableBlock {
  const shown = shownDifferences(compared);
  const inTables = shown.filter(isInTables);
  const note = `The file of this table has every figure that was compared, details too; ${shown.length - inTables.length} of those differ.`;
  return {
    block: 'table',
    id: 'compared-figures',
    title: 'Figures shown to differ',
    header: HEADER,
    rows: inTables.map(differenceRow),
    notes: [
      [inTables.length === 0 ? `None. ${note}` : note],
      ...cautionNotes(inTables.map(({ here }) => here)),
    ],
    records: compared.map(recordOf),
  };
}

function differenceRow(compared: Compared): TableRow {
  const { here, there, ratio } = compared;
  const { metric, series, network } = here;
  const mark = compared.outcome === 'higher' ? '▲' : '▼';
  const table = metric.table === undefined ? '' : `, ${metric.table.title}`;
  return {
    cells: [
      { text: [headerOf(here)] },
      { text: [columnText(metric, series)] },
      figureCell(here, { comparison: null }),
      // Its cells are in another report.
      figureCell({ ...there, cells: [] }, { comparison: null }),
      { text: [`${mark} ${comparedRatio(compared)}`.trim()], value: ratio },
      { text: [compared.versus === null ? '' : intervalWords(compared.versus, metric.unit)] },
      { text: [`${scenarioText(placeText(here))} over ${networkText(network)}${table}`] },
    ],
  };
}

function recordOf(compared: Compared): Record<string, ColumnValue> {
  const { here, there, ratio } = compared;
  const own = [
    'value',
    'low',
    'high',
    'rounds',
    'points',
    'n',
    'failed',
    'censored',
    'state',
    'why',
  ];
  const others = Object.entries(figureColumns(there)).filter(([name]) => own.includes(name));
  return {
    ...figureColumns(here),
    ...Object.fromEntries(others.map(([name, value]) => [`compared_${name}`, value])),
    compared_ratio: ratio,
    compared_outcome: compared.outcome,
    compared_by: compared.versus?.by ?? '',
    compared_is_ratio: compared.versus?.isRatio ?? null,
    compared_interval_low: compared.versus?.interval?.low ?? null,
    compared_interval_high: compared.versus?.interval?.high ?? null,
    compared_interval_level: compared.versus?.interval?.level ?? null,
  };
}
