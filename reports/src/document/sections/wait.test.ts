import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { reportOf, waitCells, withoutPaths } from '../../../fixtures/wait-data.ts';
import { type Block, plainText, type Section, type TableBlock } from '../block.ts';
import { waitSection } from './wait.ts';

const SELF = { request: 50, application: 20, 'send-buffer': 200, queue: 40, retransmission: 10 };
const LOWAT = { notsentLowatBytes: 16_384 };

const own = waitCells({ variant: 'node-ws' }, { same: SELF });
const tuned = waitCells(
  { variant: 'node-ws', factors: LOWAT },
  { same: { ...SELF, 'send-buffer': 20 } },
);
const quic = waitCells(
  { variant: 'caddy-http3' },
  { same: { request: 50, sender: 30 }, tail: null },
);

const blocksOf = (section: Section | null): Block[] =>
  (section?.blocks ?? []).flatMap((block) =>
    block.block === 'section' ? blocksOf(block.section) : [block],
  );

const tables = (cells: readonly FinishedCell[]): TableBlock[] =>
  blocksOf(waitSection(reportOf(...cells))).filter((block) => block.block === 'table');

const rowsOf = ({ rows }: TableBlock) =>
  rows.map(({ cells }) => cells.map(({ text }) => plainText(text)));

const tableOf = (title: string, ...cells: readonly FinishedCell[]) => {
  const found = tables(cells).find((table) => table.title === title);
  if (found === undefined) throw new Error(`no table ${title}`);
  return found;
};

test('there is no section where no path was recorded', () => {
  expect(waitSection(reportOf(...own.map(withoutPaths)))).toBeNull();
});

test('parts that no row has have no column, and a message given up leaves no tail', () => {
  const table = tableOf('Parts of the wait', ...own, ...quic);
  expect(table.id).toBe('table-wait-parts-download-reference-4g');
  expect(table.header).toEqual([
    'Messages',
    'wait (ms)',
    'request (ms)',
    'application (ms)',
    'send buffer (ms)',
    'sender (ms)',
    'empty link (ms)',
    'queue (ms)',
    'retransmission (ms)',
    'receiver (ms)',
  ]);
  expect(table.rows.map(({ group }) => group)).toEqual([
    ...Array(3).fill('A1 node-ws'),
    ...Array(3).fill('C1 caddy-http3'),
  ]);
  const none = Array(8).fill('–');
  expect(rowsOf(table)).toEqual([
    ['alone, middle', '100.0', '50.0', '0.00', '0.00', '–', '50.0', '0.00', '0.00', '0.00'],
    ['same, middle', '371.0', '50.0', '20.0', '201.0', '–', '50.0', '40.0', '10.0', '0.00'],
    ['same, tail', '371.0', '50.0', '20.0', '201.0', '–', '50.0', '40.0', '10.0', '0.00'],
    ['alone, middle', '100.0', '50.0', '0.00', '0.00', '–', '50.0', '0.00', '0.00', '0.00'],
    ['same, middle', '130.0', '50.0', '–', '–', '30.0', '50.0', '0.00', '0.00', '0.00'],
    ['same, tail', 'messages were given up', ...none],
  ]);
});

test('messages given up in the middle leave what is known of the others', () => {
  const given = waitCells({ variant: 'node-ws' }, { same: SELF, tail: null }).map(
    ({ cell, samples }): FinishedCell => ({
      cell,
      samples: samples.map((sample) => {
        const isMiddle = sample.label.includes('same') && sample.index === 1;
        const outcome = samples.at(-1)?.outcome ?? sample.outcome;
        return isMiddle ? { ...sample, outcome } : sample;
      }),
    }),
  );
  const all = tables(given);
  expect(all.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Parts of the wait', 3],
    ['What was in the way of a message', 1],
  ]);
  const [parts] = all.map(rowsOf);
  expect(parts?.map((row) => row.slice(0, 2))).toEqual([
    ['alone, middle', '100.0'],
    ['same, middle', 'messages were given up'],
    ['same, tail', 'messages were given up'],
  ]);
});

test('what each setting takes of each part, with its verdict where the part is long enough', () => {
  const table = tableOf('Which setting takes which part away', ...own, ...tuned);
  expect(table.rows.map(({ group }) => group)).toEqual(['A1 node-ws: wait 371.0 ms']);
  expect(rowsOf(table)).toEqual([
    [
      '--notsent-lowat 16k',
      '-180.9',
      '0.00',
      '0.00',
      '-180.9',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '1.00',
    ],
  ]);
  const [row] = table.rows;
  expect(row?.cells.map(({ lines = [] }) => lines.map(plainText).at(-1))).toEqual([
    undefined,
    'taken away',
    'equivalent',
    'equivalent',
    'taken away',
    'equivalent',
    'equivalent',
    // Of the wait 10 ms are for lost packets, and 1 ms is the receiver’s.
    '0.00–0.00',
    '0.00–0.00',
    '1.00–1.00',
  ]);
  expect(tables(own).map(({ title }) => title)).toEqual([
    'Parts of the wait',
    'What was in the way of a message',
  ]);
});

test('bytes in the way of a message are those of the transfer on its connection', () => {
  const table = tableOf('What was in the way of a message', ...own, ...tuned);
  expect(rowsOf(table)).toEqual([
    ['A1 node-ws', '371.0', '64.0', '32.0', '48.0', '0.00'],
    ['A1 node-ws, notsent-lowat=16k', '190.1', '64.0', '32.0', '48.0', '0.00'],
  ]);
});

test('what the recorder missed is said, with its cell', () => {
  const [first, ...others] = own;
  if (first === undefined) throw new Error('no cell');
  const problems = ['1 message of same is in no packet'];
  const ways = { capturedBytes: 1, messages: 6, complete: 5, problems };
  const cells = [{ ...first, cell: { ...first.cell, ways } }, ...others];
  const blocks = blocksOf(waitSection(reportOf(...cells)));
  expect(blocks.at(-2)).toMatchObject({
    block: 'prose',
    text: [
      'Recorded: 6 cells. The path of 35 of 36 answered messages is complete. Below 90 %: none.',
    ],
  });
  const cell = 'reference-4g/node-ws/download-text/0';
  expect(blocks.at(-1)).toMatchObject({
    block: 'details',
    summary: ['What the recorder missed, 1 line'],
    blocks: [{ block: 'list', items: [[{ text: cell, cell }, `: ${problems[0]}`]] }],
  });
});
