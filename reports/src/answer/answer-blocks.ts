import { directionOf } from '@holbench/scenarios/registry';
import { runtimesNotice } from '../evidence/runtime.ts';
import {
  type Block,
  linesOf,
  plainText,
  type Sentence,
  type TableBlock,
  type TableCell,
} from '../document/block.ts';
import { capital } from '../document/format.ts';
import { idText } from '../document/id-text.ts';
import type { Figure } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { addedOf, type Amount, amountOf, inLine, plainAmount, type TimeUnit } from './amounts.ts';
import { type AnswerRow, answers, isMeasured, type PlaceAnswer } from './place-answer.ts';
import { besideWords, type Lead, leadOf } from './sentences.ts';

/** What a place says: the same on the page, in a terminal and as JSON. */
export interface Said {
  readonly network: string;
  readonly scenario: string;
  readonly title: string;
  readonly headline: string;
  readonly reasons: readonly string[];
  readonly certainty: string;
  /** Whether any server has a measurement that counts. */
  readonly isMeasured: boolean;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What qualifies each row; '' for nothing. */
  readonly remarks: readonly string[];
}

/** The first screen as blocks, without its picture: for each place the lead, the table, and a line on how sure. */
export function answerBlocks(
  report: Report,
  place: PlaceAnswer,
): { readonly lead: Block[]; readonly rest: Block[] } {
  const lead = leadOf(report, place);
  return {
    lead: [
      { block: 'prose', text: [{ text: titleOf(place), style: 'strong' }] },
      { block: 'prose', text: lead.headline, role: 'answer' },
      ...(lead.reasons.length === 0 ? [] : [{ block: 'prose', text: join(lead.reasons) } as const]),
      tableOf(report, place, place.rows, ''),
    ],
    rest: [
      { block: 'prose', text: [lead.certainty], role: 'note' },
      ...(place.events.length === 0 ? [] : [tableOf(report, place, place.events, 'events')]),
    ],
  };
}

/** What every place says. */
export function saidOf(report: Report): Said[] {
  return answers(report).map((place) => {
    const lead: Lead = leadOf(report, place);
    const columns = columnsOf(place.rows);
    return {
      network: place.network,
      scenario: place.scenario,
      title: titleOf(place),
      headline: plainText(lead.headline),
      reasons: lead.reasons.map(plainText),
      certainty: lead.certainty,
      isMeasured: isMeasured(place),
      header: headerOf(place, columns),
      rows: place.rows.map((row) => [
        plainText(headCell(row).text),
        ...columns.map(({ figure, amount }) => inLine(amount(figure(row), place.unit))),
      ]),
      remarks: place.rows.map((row) => remarkLines(row).join('; ')),
    };
  });
}

/** `Small messages beside a download · reference-4g`. */
function titleOf(place: PlaceAnswer): string {
  return `Small messages ${besideWords(place)} · ${place.network}`;
}

interface Column {
  readonly title: (place: PlaceAnswer) => string;
  readonly figure: (row: AnswerRow) => Figure | null;
  readonly amount: (figure: Figure | null, unit: TimeUnit) => Amount;
}

const COLUMNS: readonly Column[] = [
  {
    title: () => 'alone',
    figure: ({ alone }) => alone,
    amount: (figure, unit) => ({ value: plainAmount(figure, unit), interval: '' }),
  },
  {
    title: ({ scenario }) => `during the ${directionOf(scenario)}`,
    figure: ({ during }) => during,
    amount: amountOf,
  },
  { title: () => 'added wait', figure: ({ added }) => added, amount: addedOf },
];
const TUNED: Column = { title: () => 'tuned', figure: ({ tuned }) => tuned, amount: amountOf };

/** Tuned where one of the rows is. */
function columnsOf(rows: readonly AnswerRow[]): readonly Column[] {
  return rows.some(({ tuned }) => tuned !== null) ? [...COLUMNS, TUNED] : COLUMNS;
}

function headerOf(place: PlaceAnswer, columns: readonly Column[]): string[] {
  return ['transport, server', ...columns.map(({ title }) => title(place))];
}

function headCell(row: AnswerRow): TableCell {
  const { name, settings, runtime } = row;
  const text = settings === '' ? name : `${name}, ${settings}`;
  return { text: [text], lines: linesOf([runtime, ...remarkLines(row)]) };
}

function remarkLines({ limit, condition, remarks }: AnswerRow): string[] {
  return [limit, condition, ...remarks].filter((remark) => remark !== '');
}

function tableOf(
  report: Report,
  place: PlaceAnswer,
  rows: readonly AnswerRow[],
  of: '' | 'events',
): TableBlock {
  const columns = columnsOf(rows);
  const id = ['answer', place.scenario, idText(place.network), of].filter((part) => part !== '');
  return {
    block: 'table',
    id: id.join('-'),
    title: of === '' ? '' : 'The same of events',
    header: headerOf(place, columns).map(capital),
    rows: rows.map((row) => ({
      cells: [
        headCell(row),
        ...columns.map(({ figure, amount }): TableCell => {
          const own = figure(row);
          const [cell] = own?.cells ?? [];
          const { value, interval } = amount(own, place.unit);
          return {
            text: [cell === undefined ? value : { text: value, cell }],
            lines: linesOf([interval]),
            value: own?.value ?? null,
            ...(own === null ? {} : { figure: own }),
          };
        }),
      ],
    })),
    notes: of === '' ? linesOf([runtimesNotice(report.data)]) : [],
  };
}

function join(sentences: readonly Sentence[]): Sentence {
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [' ', ...sentence]));
}

/** As a terminal shows it: aligned, with at most two lines of text before the table. */
export function saidLines(said: Said): string[] {
  const { title, headline, reasons, certainty, header, rows, remarks } = said;
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd();
  const lines = rows.map((cells, index) => line([...cells, remarks[index] ?? '']));
  // Without a measurement the headline says why, and the table would say it in every cell.
  const table = said.isMeasured ? [line(header), ...lines] : [];
  return [title, headline, ...reasons, ...table, certainty];
}
