import { BESIDE } from '@holbench/scenarios/headline';
import { averageFor } from '@holbench/scenarios/metric';
import { type WaitPart, PARTS } from '@holbench/wait/parts';
import type { TableBlock, TableCell, TableRow } from '../document/block.ts';
import { figureCell } from '../document/figure-cell.ts';
import { valueText } from '../document/figure-text.ts';
import { idText } from '../document/id-text.ts';
import { PART_NAMES } from '../document/part-text.ts';
import { against } from '../figures/baseline.ts';
import type { ColumnValue } from '../figures/columns.ts';
import { decideDelay } from '../figures/decisions.ts';
import { type Figure, keyOf, type Place } from '../figures/figure.ts';
import { armKey, headerOf } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import {
  type FromTo,
  type Messages,
  type PartFigure,
  type Waits,
  isOf,
  waitsAt,
} from '../verdicts/wait.ts';
import { variantWaits } from '../verdicts/wait-settings.ts';
import { MISSING, VERDICTS } from './factor-tables.ts';
import { pivotTable, type PivotRow } from './pivot.ts';

const MESSAGES: readonly (readonly [Messages, string])[] = [
  ['alone', 'alone'],
  ['during', 'during'],
];

/** Where messages waited: two rows for each variant and arm. */
export function partsTable(report: Report, place: Place): TableBlock {
  const all = MESSAGES.flatMap(([messages, label]) =>
    waitsAt(report.relation, place, messages).map((waits) => ({ label, waits })),
  );
  const told = toldIn(all.flatMap(({ waits }) => waits.parts));
  const groups = [...Map.groupBy(all, ({ waits }) => armKey(waits)).values()];
  const rows = groups.flatMap((own) =>
    MESSAGES.flatMap(([messages, label]): PivotRow[] => {
      const [first] = own;
      const waits = own.find((each) => each.label === label)?.waits;
      const total = waits?.total ?? (first && withoutWaits(report, first.waits, messages));
      if (first === undefined || !total) return [];
      const parts = told.map((part) => {
        const figure = waits?.parts.find((each) => each.part === part)?.figure;
        // The wait of its row says which rounds it lacks.
        return figure === undefined ? null : { ...figure, why: '' };
      });
      return [{ group: headerOf(first.waits), header: label, figures: [total, ...parts] }];
    }),
  );
  return pivotTable(report, {
    id: idOf('parts', place),
    title: 'Parts of the wait',
    rowHeader: 'Messages',
    columns: ['mean wait (ms)', ...told.map((part) => `${PART_NAMES[part]} (ms)`)],
    rows,
  });
}

/** Says why messages have no parts, such as one that was given up; null where there is no reason. */
function withoutWaits(report: Report, { total, parts }: Waits, messages: Messages): Figure | null {
  const series = parts[0]?.part ?? '';
  const figure =
    report.relation
      .at(total)
      .find(
        (each) =>
          isOf(each.metric, messages) && armKey(each) === armKey(total) && each.series === series,
      ) ?? null;
  return figure === null || figure.why === '' ? null : figure;
}

const IN_THE_WAY = [
  ['wait-same-queued', 'in the socket when it was ready (kB)'],
  ['wait-same-unsent', 'of these, not sent yet (kB)'],
  ['wait-same-ahead', 'delivered ahead of it (kB)'],
  ['wait-same-spared', 'spared by streams (ms)'],
] as const;

/** What was in the way of a message: bytes of the transfer on its connection. */
export function inTheWayTable(report: Report, place: Place): TableBlock {
  const told = report.relation
    .at(place)
    .filter(({ metric, value }) => metric.id === 'wait-same-ahead' && value !== null);
  return pivotTable(report, {
    id: idOf('in-the-way', place),
    title: 'What was in the way of a message',
    rowHeader: 'Server',
    columns: ['average wait during the transfer (ms)', ...IN_THE_WAY.map(([, title]) => title)],
    rows: told.map((figure) => ({
      header: headerOf(figure),
      figures: [BESIDE.during, ...IN_THE_WAY.map(([metric]) => metric)].map((metric) => {
        const found = report.relation.find({ ...keyOf(figure), metric });
        return found?.value === null ? null : found;
      }),
    })),
  });
}

/** Smaller shares of the wait are not judged: of many verdicts chance makes some wrong. */
const LEAST_JUDGED = 0.05;

/** What each part is without and with a setting; a table without rows where nothing was set. */
export function settingsTable(report: Report, place: Place): TableBlock {
  const all = variantWaits(report, place);
  const settings = all.flatMap((each) => each.settings);
  const told = toldIn(settings.flatMap(({ parts }) => parts));
  const rows = all.flatMap(({ variant, own, median, settings: of }) =>
    of.map(({ text, waits, parts, total }): TableRow => ({
      group: `${headerOf({ variant, arm: '' })}${own === null ? `: ${averageFor(median.metric).name} waits` : ''}`,
      cells: [
        { text: [text] },
        changeCell(report, total),
        ...told.map((part) => {
          const change = parts.find((each) => each.part === part);
          return change === undefined ? MISSING : changeCell(report, change, total);
        }),
        goodputCell(report, waits.total, median),
      ],
    })),
  );
  return {
    block: 'table',
    id: idOf('settings', place),
    title: 'Which setting takes which part away',
    header: [
      'Setting',
      'mean wait (ms)',
      ...told.map((part) => `${PART_NAMES[part]} (ms)`),
      'goodput ÷ baseline',
    ],
    rows,
  };
}

function idOf(what: string, { scenario, network }: Place): string {
  return `table-wait-${what}-${scenario}-${idText(network)}`;
}

/** Those that some row has, in the order of the path. */
function toldIn(parts: readonly Pick<PartFigure, 'part'>[]): WaitPart[] {
  return PARTS.filter((part) => parts.some((each) => each.part === part));
}

/** `36.1 → 4.2`, and the verdict on it. @param total of its row: short parts of it have no verdict. */
function changeCell(report: Report, { from, to, difference }: FromTo, total?: FromTo): TableCell {
  const largest = Math.max(
    ...difference.points.map(({ high, base = 0 }) => Math.max(base, base + high)),
  );
  const isJudged = total === undefined || largest >= LEAST_JUDGED * (total.from.value ?? 0);
  // The verdict is of the median round; one long round may turn the means around.
  const isTurned = (to.value ?? 0) > (from.value ?? 0) !== (difference.value ?? 0) > 0;
  const outcome = decideDelay(difference);
  const isShown = outcome === 'lower' || outcome === 'higher';
  const remark = isJudged ? VERDICTS[isShown && isTurned ? 'undecided' : outcome] : '';
  const cell = figureCell(difference, report, { interval: false, remark });
  if (from.value === null || to.value === null) return cell;
  const text = { text: `${valueText(from)} → ${valueText(to)}`, cell: to.cells[0] };
  return { ...cell, text: [text], columns: { from: columnOf(from), to: columnOf(to) } };
}

/** A bound has its sign, as in the column `points`. */
function columnOf({ value, bound }: Figure): ColumnValue {
  return bound === '' ? value : `${bound}${value}`;
}

function goodputCell(report: Report, of: Figure, baseline: Figure): TableCell {
  const find = (figure: Figure) =>
    report.relation.find({
      ...keyOf(figure),
      metric: BESIDE.goodput,
      series: '',
    });
  const goodput = find(of);
  if (goodput === null) return MISSING;
  const ratio = against(goodput, find(baseline), 'ratio');
  return figureCell(ratio, report);
}
