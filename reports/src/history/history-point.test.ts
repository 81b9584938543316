import { expect, test } from 'vitest';
import { byVersion } from '@holbench/process/by-version';
import { historyCsv, type HistoryPoint, linesOf, readHistory } from './history-point.ts';

const POINT: HistoryPoint = {
  schema: 1,
  program: 'node',
  version: '26.9.0',
  released: '2026-09-16',
  network: 'lte',
  scenario: 'upload',
  variant: 'node-http2',
  settings: '',
  wait_ms: 52.1,
  low_ms: 50,
  high_ms: null,
  bound: '',
  connections: 10,
  before: '26.8.2',
  ratio: 0.1,
  ratio_bound: '≤',
  chance: 0.001,
  detectable: 0.3,
  change: 'lower',
  why: '',
  run: 'one',
};
const OLD = { ...POINT, version: '26.10.0', released: null, run: 'two' };

test('a history is read as it was written', () => {
  const points = [POINT, { ...OLD, why: 'a "reason", with a comma' }];
  expect(readHistory(historyCsv(points), 'history.csv')).toEqual(points);
  expect(readHistory(`\uFEFF${historyCsv(points)}\n\n`, 'history.csv')).toEqual(points);
});

test('a history of a newer lab, or a damaged one, is one line with the remedy', () => {
  const csv = historyCsv([POINT]);
  expect(() => readHistory(csv.replace('\n1,', '\n2,'), 'history.csv')).toThrow(
    'history.csv was written by a newer lab (schema 2); update this clone',
  );
  const damages = [
    csv.replace('lower', 'less'),
    `${csv}a,b\n`,
    csv.replace('52.1', 'x'),
    csv.replace('node-http2', 'foo-http9'),
    csv.replace('upload', 'foo'),
    '',
    '\0\0',
  ];
  for (const damaged of damages) {
    expect(() => readHistory(damaged, 'history.csv')).toThrow(
      /^history\.csv: no history \([^\n]*\); restore it/,
    );
  }
});

test('a line has its versions in their order', () => {
  expect(linesOf([OLD, POINT]).map((line) => line.map(({ version }) => version))).toEqual([
    ['26.9.0', '26.10.0'],
  ]);
  expect(['2.10.0', '2.9.1', '20.9.0'].toSorted(byVersion)).toEqual(['2.9.1', '2.10.0', '20.9.0']);
});
