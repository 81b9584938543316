import { PROBE_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import type { FactorValues } from '@holbench/factors/values';
import { directionOf } from '@holbench/scenarios/registry';
import type { Answer } from './answer.ts';
import { NOT_RUN } from './figure.ts';
import { bulkText, plural } from './format.ts';
import type { ReportTable } from './report-tables.ts';
import type { Figure, Row, Table } from './table.ts';

/** Its columns in words, and what they are in the tables of head-of-line blocking. */
const COLUMNS = {
  'alone (ms)': 'idle p50 (ms)',
  'bulk elsewhere (ms)': 'foreign p50 (ms)',
  'bulk on its connection (ms)': 'self p50 (ms)',
  'HOLB delay (ms)': 'HOLB delay (ms)',
  inflation: 'inflation',
  'bulk (Mbit/s)': 'bulk self (Mbit/s)',
} as const;

/** The table of the first screen: a part of those of head-of-line blocking. Null without any. */
export function answerTable(
  answers: readonly Answer[],
  tables: ReadonlyMap<string, readonly ReportTable[]>,
  factors: FactorValues,
): Table | null {
  const rows = answers.flatMap(({ network, link, scenario }) => {
    const table = tables.get(network)?.find(({ key }) => key === `table-${scenario}-load`);
    const group = `${network} (${link}), beside ${bulkText(directionOf(scenario))} (${scenario})`;
    return table
      ? rowsOf(table).map((row) => ({ ...row, group: `${group}${sizeText(table)}` }))
      : [];
  });
  // Most of what it waits is the library's, and not the protocol's: nobody is to cite the one as the other.
  const isUnmended =
    factors.http2WriteBytes === null && rows.some(({ header }) => header === 'A3 node-http2');
  if (rows.length === 0) return null;
  return {
    id: 'answer',
    title: 'How long a small message waits',
    rowHeader: 'Server',
    columns: Object.keys(COLUMNS),
    rows,
    notComparable: [],
    notes: [
      ...(isUnmended
        ? [
            'node-http2: most of its wait is node:http2, not the protocol. It reads no requests while it writes, and a download always has more to write; --http2-write 16k mends it (docs/decisions/0008).',
          ]
        : []),
      `Time until a 5 KB text is loaded, medians of all rounds: alone (idle), beside a bulk transfer on another connection (foreign), and on the same one (self). HOLB delay: self − foreign, what sharing the connection adds to sharing the link. Inflation: self ÷ idle. Both are medians over rounds of what each round’s own medians give. Bulk: what that transfer moved meanwhile; a slow one leaves the link to the messages. A message without an answer counts at the ${PROBE_DEADLINE_MS / 1_000} s that it was waited for: then delay and inflation are lower bounds (≥).`,
      'Below a figure: its 95 % interval, bootstrap over rounds. Of few rounds such an interval is narrow: of four it holds the true median 88 times in 100, of five 93, of six 95 (docs/measurement.md).',
    ],
  };
}

/** How much it rests on, where that is most: `, 4 rounds, n=84`. */
function sizeText({ columns, rows }: ReportTable): string {
  const most = (of: (figure: Figure) => number | null | undefined, column: string) =>
    Math.max(0, ...rows.map(({ figures }) => of(figures[columns.indexOf(column)] ?? NOT_RUN) ?? 0));
  const rounds = most((figure) => figure.rounds, 'HOLB delay (ms)');
  const n = most(({ value }) => value, 'n');
  return n === 0 ? '' : `, ${plural(Math.max(1, rounds), 'round')}, n=${n}`;
}

/** What was run, in the columns of the answer. */
function rowsOf({ columns, rows }: ReportTable): Row[] {
  return rows
    .filter(({ figures }) => figures.some(({ state }) => state !== 'not-run'))
    .map(({ header, figures }) => {
      const at = (column: string): Figure => {
        const found = figures[columns.indexOf(column)];
        if (!found) throw new Error(`no column ${column} in a table of head-of-line blocking`);
        return found;
      };
      const [unanswered, n] = [at('unanswered').value ?? 0, at('n').value];
      return {
        header,
        figures: Object.values(COLUMNS).map((column) =>
          column === COLUMNS['bulk on its connection (ms)'] && unanswered > 0
            ? { ...at(column), remark: `${unanswered} of ${n} unanswered` }
            : at(column),
        ),
      };
    });
}
