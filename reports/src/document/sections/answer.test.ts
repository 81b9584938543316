import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Relation } from '../../figures/relation.ts';
import type { Report } from '../../report.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import { plainText } from '../block.ts';
import { answerSection } from './answer.ts';

const RUN = await readRun(join(import.meta.dirname, '../../../fixtures/run'));
const plot = (id: string) => ({
  id,
  network: '',
  topic: '',
  title: '',
  alt: '',
  note: id,
  svg: '',
});

function reportOf(plots: readonly string[], run = RUN): Report {
  const data = mergeRuns([run]);
  const generator = { commit: null, dirty: false };
  return { data, relation: Relation.of(data), comparison: null, plots: plots.map(plot), generator };
}

test('each place has its lead, its table, its picture, and how sure it is', () => {
  const ids = [
    'answer-download-reference-4g',
    'answer-upload-reference-4g',
    'answer-download-reference-4g+loss=2_pct',
    'time-reference-4g',
  ];
  const blocks = answerSection(reportOf(ids))?.blocks ?? [];
  const flat = blocks.flatMap((block) =>
    block.block === 'beside' ? [...block.left, ...block.right, ...block.under] : block,
  );
  // Folded.
  expect(flat.find((block) => block.block === 'details')?.blocks).toMatchObject([
    { block: 'table', id: 'answer-download-reference-4g-more' },
  ]);
  const kinds = flat.map((block) =>
    block.block === 'prose'
      ? plainText(block.text).split(' ').slice(0, 3).join(' ')
      : block.block === 'table'
        ? block.id
        : block.block === 'plots'
          ? block.plots[0]?.id
          : block.block,
  );
  expect(kinds.slice(0, 6)).toEqual([
    'Small messages in',
    'A small message',
    expect.any(String),
    'answer-download-reference-4g',
    ids[0],
    'Geometric means of',
  ]);
  expect(kinds).toContain(ids[2]);
});

test('a table has its figures, best first, which lead to their cells', () => {
  const blocks = answerSection(reportOf([]))?.blocks ?? [];
  const table = blocks.find((block) => block.block === 'table');
  if (table?.block !== 'table') throw new Error('no table');
  expect(table.header.slice(0, 4)).toEqual([
    'Transport, server',
    'Alone',
    'During the download',
    'Added wait',
  ]);
  const values = table.rows.map(({ cells }) => cells[2]?.value ?? 0);
  expect(values.length).toBeGreaterThan(3);
  const row = table.rows.find(({ cells }) => plainText(cells[0]?.text ?? []).startsWith('HTTP/2'));
  expect(row?.cells.map(({ text }) => plainText(text)).slice(1)).toEqual([
    expect.stringMatching(/^0\.1\d+ s$/),
    expect.stringMatching(/^1\.7\d* s$/),
    expect.stringMatching(/^1\.5\d* s$/),
    expect.any(String),
  ]);
  expect(row?.cells[2]?.text).toEqual([
    { text: expect.any(String), cell: 'reference-4g/node-http2/download-text/0' },
  ]);
  expect(row?.cells[2]?.figure?.metric.id).toBe('load-during');
});

test('a run without messages beside a transfer answers what it measured', () => {
  const cells = RUN.cells.filter(({ cell }) => cell.scenario === '1a');
  const blocks = answerSection(reportOf([], { ...RUN, cells }))?.blocks ?? [];
  const texts = blocks.flatMap((block) => (block.block === 'prose' ? [plainText(block.text)] : []));
  expect(texts[0]).toBe(
    '10 text CoValues loaded at once · reference-4g (stress test: random losses)',
  );
  expect(texts[1]).toMatch(
    /^Measured 2 times, loading 10 text CoValues at once takes 40 ms with WebSocket on Node \(ws\), and /,
  );
});

test('a run without any figure says how to measure', () => {
  const section = answerSection(reportOf([], { ...RUN, cells: [] }));
  expect(section?.blocks).toMatchObject([{ block: 'prose', role: 'warning' }]);
});
