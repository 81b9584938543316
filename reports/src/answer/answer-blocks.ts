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
import type { Report } from '../report.ts';
import { type Amount, amountOf, inLine } from './amounts.ts';
import { isMeasured } from './place-answer.ts';
import type { AnswerColumn, AnswerRow, AnswerTable, PlaceAnswer } from '../topics/topic.ts';
import { figurePart, paragraph } from '../verdicts/sentences.ts';
import { type Lead, leadOf } from './sentences.ts';

/** What a place says: the same on the page, in a terminal and as JSON. */
export interface Said {
  readonly network: string;
  readonly scenario: string;
  readonly title: string;
  readonly headline: string;
  readonly reasons: readonly string[];
  readonly certainty: string;
  /** Whether any server has a number, also one that ranks nobody. */
  readonly isMeasured: boolean;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What qualifies each row; '' for nothing. */
  readonly remarks: readonly string[];
}

/** The question, the headline and its reasons. */
export function leadBlocks(place: PlaceAnswer, { headline, reasons }: Lead): Block[] {
  return [
    { block: 'prose', text: [{ text: titleOf(place), style: 'strong' }] },
    { block: 'prose', text: headline, role: 'answer' },
    ...(reasons.length === 0 ? [] : [{ block: 'prose', text: paragraph(reasons) } as const]),
  ];
}

/** The same in one line, of a place whose network stands above it. */
export function leadLine(report: Report, place: PlaceAnswer): Sentence {
  const { headline, reasons } = leadOf(report, place);
  const question = {
    text: capital(place.topic.asks(place, place.series)),
    style: 'strong',
  } as const;
  return [question, ': ', ...paragraph([headline, ...reasons])];
}

/** The table of the first screen. */
export function answerTable(report: Report, place: PlaceAnswer): TableBlock {
  return tableOf(report, place, place, '');
}

/** Below it: how sure it is, how to read it, and the table beside it. */
export function belowBlocks(report: Report, place: PlaceAnswer, { certainty }: Lead): Block[] {
  const { topic, more } = place;
  const texts = [certainty, ...(topic.reading?.(place, report.data) ?? [])];
  return [
    { block: 'prose', text: [texts.join(' ')], role: 'note' },
    ...(topic.more === undefined || more.rows.length === 0
      ? []
      : [
          {
            block: 'details' as const,
            summary: [topic.more.title],
            blocks: [tableOf(report, place, more, 'more')],
          },
        ]),
  ];
}

/** What places say. */
export function saidOf(report: Report, places: readonly PlaceAnswer[]): Said[] {
  return places.map((place) => {
    const lead = leadOf(report, place);
    return {
      network: place.network,
      scenario: place.scenario,
      title: titleOf(place),
      headline: plainText(lead.headline),
      reasons: lead.reasons.map(plainText),
      certainty: lead.certainty,
      isMeasured: isMeasured(place),
      header: headerOf(place.columns),
      rows: place.rows.map((row) => [
        plainText(headCell(row).text),
        ...place.columns.map((column) => inLine(shownIn(row, column))),
      ]),
      remarks: place.rows.map((row) => remarkLines(row).join('; ')),
    };
  });
}

/** `Small messages in the first ten seconds of a download · reference-4g (stress test: random losses)`. */
export function titleOf(place: PlaceAnswer): string {
  const { topic, series, network, isStressTest } = place;
  return `${topic.asks(place, series)} · ${network}${isStressTest ? ' (stress test: random losses)' : ''}`;
}

function headerOf(columns: readonly AnswerColumn[]): string[] {
  return ['transport, server', ...columns.map(({ title }) => title)];
}

function shownIn(row: AnswerRow, { id, unit, amount = amountOf }: AnswerColumn): Amount {
  return amount(row.figures[id] ?? null, unit);
}

function headCell(row: AnswerRow): TableCell {
  const { name, settings, runtime } = row;
  const text = settings === '' ? name : `${name}, ${settings}`;
  return { text: [text], lines: linesOf([runtime, ...remarkLines(row)]) };
}

function remarkLines({ limit, remarks }: AnswerRow): string[] {
  return [limit, ...remarks].filter((remark) => remark !== '');
}

function tableOf(
  report: Report,
  place: PlaceAnswer,
  { rows, columns }: AnswerTable,
  of: '' | 'more',
): TableBlock {
  const id = ['answer', place.scenario, place.kind === 'text' ? '' : place.kind]
    .concat(idText(place.network), of)
    .filter((part) => part !== '');
  return {
    block: 'table',
    id: id.join('-'),
    title: '',
    header: headerOf(columns).map(capital),
    rows: rows.map((row) => ({
      cells: [
        headCell(row),
        ...columns.map((column): TableCell => {
          const own = row.figures[column.id] ?? null;
          const { value, interval } = shownIn(row, column);
          return {
            text: [own === null ? value : figurePart(own, value)],
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
