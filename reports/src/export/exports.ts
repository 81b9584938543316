import { baselineFigures } from '../figures/baseline.ts';
import { connectionRows } from '../figures/connection-rows.ts';
import { type ColumnValue, figureColumns } from '../figures/columns.ts';
import type { Report } from '../report.ts';
import { type Column, parquet } from './parquet.ts';
import { SAMPLE_COLUMNS } from './sample-columns.ts';
import { writeCsv } from './write-csv.ts';

type Line = Record<string, ColumnValue>;

/** Columns of figures that are no text. */
const TYPES: Readonly<Record<string, Column<Line>[0]>> = {
  value: 'DOUBLE',
  low: 'DOUBLE',
  high: 'DOUBLE',
  coverage: 'DOUBLE',
  rounds: 'INT32',
  n: 'INT32',
  failed: 'INT32',
  censored: 'BOOLEAN',
  at_most: 'BOOLEAN',
  survivors: 'BOOLEAN',
  ranked: 'BOOLEAN',
  ratio_to_best: 'DOUBLE',
};

type ConnectionRow = ReturnType<typeof connectionRows>[number];

const column = <Name extends keyof ConnectionRow>(
  name: Name,
  type: Column<ConnectionRow>[0],
): [Name, Column<ConnectionRow>] => [name, [type, (row) => row[name]]];

/** One line per connection; docs/reference/data.md describes the columns. */
export const CONNECTION_COLUMNS: Readonly<Record<string, Column<ConnectionRow>>> =
  Object.fromEntries([
    column('cell', 'STRING'),
    column('connection', 'INT32'),
    column('seed', 'INT64'),
    column('transfer', 'STRING'),
    column('valid', 'BOOLEAN'),
    column('reasons', 'STRING'),
    column('stratum', 'INT32'),
    column('strata', 'INT32'),
    column('quantile', 'DOUBLE'),
    column('sent_packets', 'INT64'),
    column('full_packets', 'INT64'),
    column('random_losses', 'INT64'),
    column('queue_drops', 'INT64'),
    column('packets', 'STRING'),
    column('goodput_mbps', 'DOUBLE'),
    column('wait_ms', 'DOUBLE'),
    column('censored', 'BOOLEAN'),
    column('limiting_party', 'STRING'),
  ]);

/** What a report's figures and samples are as files, by name; docs/reference/data.md describes them. */
export function exports(
  report: Pick<Report, 'data' | 'relation'>,
): Map<string, string | Uint8Array> {
  const lines = [...report.relation.figures, ...baselineFigures(report)].map(figureColumns);
  const columns = Object.keys(lines[0] ?? {}).map((name): [string, Column<Line>] => [
    name,
    [TYPES[name] ?? 'STRING', (line) => line[name]],
  ]);
  const samples = report.data.cells.flatMap(({ cell, samples: own }) =>
    own.map((sample) => ({ cell, sample })),
  );
  const connections = report.data.cells.flatMap((cell) => connectionRows(report.data, cell));
  return new Map<string, string | Uint8Array>([
    ...(connections.length === 0
      ? []
      : ([
          ['connections.csv', writeCsv(connections)],
          ['connections.parquet', parquet(connections, CONNECTION_COLUMNS)],
        ] as const)),
    ['figures.csv', writeCsv(lines)],
    ['figures.parquet', parquet(lines, Object.fromEntries(columns))],
    ['samples.parquet', parquet(samples, SAMPLE_COLUMNS)],
  ]);
}
