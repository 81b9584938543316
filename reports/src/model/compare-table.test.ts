import { expect, test } from 'vitest';
import { compareTable } from './compare-table.ts';
import { missingFigure, plainFigure } from './figure.ts';
import type { ReportTable } from './report-tables.ts';
import type { Row } from './table.ts';

const table = (columns: readonly string[], rows: readonly Row[]): ReportTable => ({
  id: 'table-1',
  key: 'table-1',
  from: { scenario: '1a', kind: 'text' },
  title: 'Made up',
  rowHeader: 'Server',
  columns,
  rows,
  notComparable: [],
  notes: [],
});
const row = (header: string, values: readonly number[], group?: string): Row => ({
  header,
  ...(group === undefined ? {} : { group }),
  figures: values.map((value) => plainFigure(value, null)),
});
const compare = (here: ReportTable, there: ReportTable) => {
  const compared = compareTable('4g', here, there, []);
  const { onlyHere, onlyThere } = compared;
  const values = compared.table.rows.map(({ figures }) =>
    figures.map((figure) => figure.compared?.value ?? null),
  );
  return { values, onlyHere, onlyThere };
};

test('figures are matched by the names of row and column, wherever they stand', () => {
  const here = table(['a', 'b', 'new'], [row('A1', [1, 2, 3]), row('A2', [4, 5, 6])]);
  const there = table(['b', 'a'], [row('A2', [50, 40]), row('A1', [20, 10])]);
  expect(compare(here, there)).toEqual({
    values: [
      [10, 20, null],
      [40, 50, null],
    ],
    onlyHere: [],
    onlyThere: [],
  });
});

test('rows of one name in two groups are two rows', () => {
  const here = table(['a'], [row('A1', [1], 'x'), row('A1', [2], 'y')]);
  const there = table(['a'], [row('A1', [20], 'y'), row('A1', [30], 'z')]);
  expect(compare(here, there)).toEqual({
    values: [[null], [20]],
    onlyHere: ['x: A1'],
    onlyThere: ['z: A1'],
  });
});

test('a row in which nothing was measured is no row', () => {
  const none: Row = {
    header: 'A1',
    figures: [missingFigure({ state: 'unsupported', cell: null, reason: 'made up' })],
  };
  const both = compare(table(['a'], [none]), table(['a'], [row('A1', [1])]));
  expect(both).toEqual({ values: [[null]], onlyHere: [], onlyThere: ['A1'] });
});
