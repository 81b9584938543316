import { agreementText, AGREES_WITHIN, type AgreementCounts } from '../../compare/agreement.ts';
import type { Compared } from '../../compare/compared.ts';
import {
  type ComparedCounts,
  countsText,
  isInTables,
  outcomeOf,
  shownDifferences,
} from '../../compare/comparison.ts';
import { exceptionCause } from '../../compare/exceptions.ts';
import { placeText } from '../../compare/only-one.ts';
import { pairedText } from '../../compare/paired.ts';
import { changedVerdicts } from '../../compare/verdicts.ts';
import { figureColumns, type ColumnValue } from '../../figures/columns.ts';
import { ENOUGH_ROUNDS } from '../../figures/decisions.ts';
import { headerOf } from '../../figures/selections.ts';
import type { SectionOf } from '../../report.ts';
import { cautionNotes } from '../../tables/caution-notes.ts';
import type { Block, TableBlock, TableRow } from '../block.ts';
import { comparedRatio, figureCell } from '../figure-cell.ts';
import { plural } from '../format.ts';
import { columnText, intervalText, levelText } from '../figure-text.ts';
import { networkText, scenarioText } from '../place-name.ts';

/** What differs from another run; nothing without one. */
export const comparedSection: SectionOf = ({ comparison }) => {
  if (comparison === null) return null;
  const { other, conditions, onlyOne, warnings, compared, counts, agreements } = comparison;
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
        block: 'prose',
        text: [{ text: `Agreement of ${agreementText(agreements)}.`, style: 'strong' }],
      },
      { block: 'prose', text: [agreementRule(compared)] },
      exceptionTable(agreements),
      list(
        'compared-verdicts',
        'Another verdict on a wait from sharing the connection',
        changedVerdicts(compared),
        'None.',
      ),
      { block: 'prose', text: [{ text: `Compared ${countsText(counts)}.`, style: 'strong' }] },
      { block: 'prose', text: [ruleText(counts)] },
      list('compared-conditions', 'What else differs', conditions),
      list('compared-only', 'What only one of them has', onlyOne),
      differenceTable(compared),
    ],
  };
};

/** When two figures agree, and at which level. */
function agreementRule(compared: readonly Compared[]): string {
  const levels = compared.flatMap(({ agreement }) => agreement?.shift?.level ?? []);
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(levelText);
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const level = levels.length === 0 ? '' : `, exact level ${range} by its numbers of rounds,`;
  const chance =
    levels.length === 0
      ? ''
      : ' Where nothing differs, the interval leaves out 0 in as many cases as its level leaves.';
  return `Two figures agree if the interval of their difference${level} includes 0, or if their values are within ${100 * AGREES_WITHIN} %. Too few rounds for such an interval (as 1 and 1, 3 and 4) leave the second rule alone. Not judged: predictions, counts, extremes, details, lower bounds in both runs, and what has no value in one.${chance}${shareSeeds(compared) ? sameSeeds(compared) : ''}`;
}

/** They tell more of what else differs, as `--jobs` or a version, and less of how runs repeat. */
function sameSeeds(compared: readonly Compared[]): string {
  const text = pairedText(compared);
  const paired =
    text === null
      ? ''
      : ` Paired by seed, and judged by the interval of the median of their differences: ${text}.`;
  return ` Both runs have rounds of the same seed, which lose the same packets where losses have one. Such runs may agree more than independent ones: give one another --seed.${paired}`;
}

/** Rounds of a figure have the same seeds in both. One seed in common may be chance. */
function shareSeeds(compared: readonly Compared[]): boolean {
  return compared.some(({ here, there }) => {
    const seeds = new Set(here.points.map(({ seed }) => seed));
    const shared = there.points.filter(({ seed }) => seeds.has(seed)).length;
    return shared > 0 && 2 * shared >= Math.max(here.points.length, there.points.length);
  });
}

/** The figures that do not agree: of the first screen, then of the tables, those of few rounds last. */
function exceptionTable({ headline, all }: AgreementCounts): TableBlock {
  const shown = [
    ...new Set([headline, headline.few, all, all.few].flatMap((each) => each.exceptions)),
  ];
  return {
    block: 'table',
    id: 'compared-exceptions',
    title: 'Figures that do not agree',
    header: [...HEADER, 'Difference', 'Known reason'],
    rows: shown.map((compared) => {
      const { low = null, high = null } = compared.agreement?.shift ?? {};
      const { cells, ...row } = differenceRow(compared);
      return {
        ...row,
        cells: [
          ...cells,
          { text: [intervalText({ low, high, metric: compared.here.metric })] },
          { text: [exceptionCause(compared)] },
        ],
      };
    }),
    notes: [
      [
        shown.length === 0
          ? 'None.'
          : 'Those of the first screen come first. The difference is the interval of this run’s − the other’s.',
      ],
    ],
    inMarkdown: false,
    records: shown.map((compared) => ({
      ...recordOf(compared),
      difference_low: compared.agreement?.shift?.low ?? null,
      difference_high: compared.agreement?.shift?.high ?? null,
      known_reason: exceptionCause(compared),
    })),
  };
}

const HEADER = ['Variant', 'Figure', 'This run', 'The other run', 'This ÷ other', 'Of'];

/** How a difference is judged, and how many chance alone would make. */
function ruleText({ judged, byChance }: ComparedCounts): string {
  const rule = `“Higher” and “lower” are this run’s against the other’s. The intervals of the two medians, over ${ENOUGH_ROUNDS} or more rounds each, must be apart. The medians must differ by more than the tolerance of a link: latencies by 1 ms and 5 %, anything else by 5 %. Rounds are not paired: each run has links of its own.`;
  const chance = byChance < 1 ? 'less than one' : `about ${Math.round(byChance)}`;
  return judged === 0
    ? rule
    : `${rule} If nothing differed, chance would still set ${chance} of ${plural(judged, 'figure')} apart, before the tolerance leaves out small differences.`;
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

/** The differences of the tables; its file has everything that was compared. */
function differenceTable(compared: readonly Compared[]): TableBlock {
  const shown = shownDifferences(compared);
  const inTables = shown.filter(isInTables);
  const note = `Counted and listed are the figures of this report’s tables. The file of this table has every figure that was compared, details too; ${shown.length - inTables.length} of those differ.`;
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
  const { is } = compared.difference;
  const mark = is === 'not shown' ? '' : is === 'higher' ? '▲' : '▼';
  const table = metric.table === undefined ? '' : `, ${metric.table.title}`;
  return {
    cells: [
      { text: [headerOf(here)] },
      { text: [columnText(metric, series)] },
      figureCell(here, { comparison: null }),
      // Its cells are in another report.
      figureCell({ ...there, cells: [] }, { comparison: null }),
      { text: [`${mark} ${comparedRatio(compared)}`.trim()], value: ratio },
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
    compared_outcome: outcomeOf(compared),
    compared_agrees: compared.agreement === null ? null : compared.agreement.by !== null,
    compared_agrees_by: compared.agreement?.by ?? '',
    compared_shift_low: compared.agreement?.shift?.low ?? null,
    compared_shift_high: compared.agreement?.shift?.high ?? null,
    compared_shift_level: compared.agreement?.shift?.level ?? null,
    compared_paired_low: compared.paired?.low ?? null,
    compared_paired_high: compared.paired?.high ?? null,
    compared_paired_level: compared.paired?.level ?? null,
    compared_paired_outcome: compared.paired?.outcome ?? '',
  };
}
