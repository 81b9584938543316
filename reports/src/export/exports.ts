import { baselineFigures } from '../figures/baseline.ts';
import { type ColumnValue, figureColumns } from '../figures/columns.ts';
import type { Report } from '../report.ts';
import { type Column, parquet } from './parquet.ts';
import { SAMPLE_COLUMNS } from './sample-columns.ts';
import { writeCsv } from './write-csv.ts';

type Line = Record<string, ColumnValue>;

/** Columns of figures that are no text. */
const TYPES: Readonly<Record<string, Column<Line>[0]>> = {
  fan_out: 'INT32',
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

/** What a report's figures and samples are as files, by name; docs/data.md describes them. */
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
  return new Map<string, string | Uint8Array>([
    ['figures.csv', writeCsv(lines)],
    ['figures.parquet', parquet(lines, Object.fromEntries(columns))],
    ['samples.parquet', parquet(samples, SAMPLE_COLUMNS)],
  ]);
}
