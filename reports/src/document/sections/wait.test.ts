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
const quic = waitCells({ variant: 'caddy-http3' }, { same: { request: 50, sender: 30 } });

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

test('parts that no row has have no column', () => {
  const table = tableOf('Parts of the wait', ...own, ...quic);
  expect(table.id).toBe('table-wait-parts-download-reference-4g');
  expect(table.header).toEqual([
    'Messages',
    'mean wait (ms)',
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
    ...Array(2).fill('A1 node-ws'),
    ...Array(2).fill('C1 caddy-http3'),
  ]);
  expect(rowsOf(table)).toEqual([
    ['alone', '100.0', '50.0', '0.00', '0.00', '–', '50.0', '0.00', '0.00', '0.00'],
    ['during', '370.5', '50.0', '20.0', '200.5', '–', '50.0', '40.0', '10.0', '0.00'],
    ['alone', '100.0', '50.0', '0.00', '0.00', '–', '50.0', '0.00', '0.00', '0.00'],
    ['during', '130.0', '50.0', '–', '–', '30.0', '50.0', '0.00', '0.00', '0.00'],
  ]);
});

test('messages given up leave what is known of the others', () => {
  const given = waitCells({ variant: 'node-ws' }, { same: SELF, tail: null }).map(
    ({ samples, ...rest }): FinishedCell => ({
      ...rest,
      samples: samples.map((sample) => {
        const isMiddle = sample.label.includes('same') && sample.index === 1;
        const outcome = samples.at(-1)?.outcome ?? sample.outcome;
        return isMiddle ? { ...sample, outcome } : sample;
      }),
    }),
  );
  const all = tables(given);
  expect(all.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Parts of the wait', 2],
    ['What was in the way of a message', 1],
  ]);
  const [parts] = all.map(rowsOf);
  expect(parts).toEqual([
    ['alone', '100.0', '50.0', '0.00', '0.00', '50.0', '0.00', '0.00', '0.00'],
    ['during', 'messages were given up', ...Array(7).fill('–')],
  ]);
});

test('what each part is without and with a setting, with a verdict where the part is long enough', () => {
  const table = tableOf('Which setting takes which part away', ...own, ...tuned);
  expect(table.rows.map(({ group }) => group)).toEqual(['A1 node-ws']);
  expect(rowsOf(table)).toEqual([
    [
      '--notsent-lowat 16k',
      '370.5 → 190.0',
      '50.0 → 50.0',
      '20.0 → 20.0',
      '200.5 → 20.1',
      '50.0 → 50.0',
      '40.0 → 40.0',
      '10.0 → 10.0',
      '0.00 → 0.00',
      '1.00',
    ],
  ]);
  const [row] = table.rows;
  expect(row?.cells.map(({ lines = [] }) => lines.map(plainText).at(-1))).toEqual([
    undefined,
    'less',
    'equivalent',
    'equivalent',
    'less',
    'equivalent',
    'equivalent',
    // Of the wait 10 ms are for lost packets, and 1 ms is the receiver’s.
    undefined,
    undefined,
    '1.00–1.00',
  ]);
  expect(row?.cells[1]?.columns).toEqual({ from: 370.5, to: expect.closeTo(190.05) });
  expect(tables(own).map(({ title }) => title)).toEqual([
    'Parts of the wait',
    'What was in the way of a message',
  ]);
});

test('a baseline whose messages were given up has average waits in place of parts', () => {
  const lost = waitCells({ variant: 'node-ws' }, { same: null });
  const table = tableOf('Which setting takes which part away', ...lost, ...tuned);
  expect(table.rows.map(({ group }) => group)).toEqual(['A1 node-ws: geometric mean waits']);
  const [row] = table.rows;
  expect(rowsOf(table)).toEqual([['--notsent-lowat 16k', '≥ 20,000 → 190.0', '1.00']]);
  expect(row?.cells[1]?.lines).toEqual([['less']]);
  expect(row?.cells[1]?.columns).toMatchObject({
    from: expect.stringMatching(/^≥(?:20000|19999\.9+\d*)$/),
  });
  expect(row?.cells[1]?.figure).toMatchObject({ bound: '≤', value: expect.closeTo(-19_809.95) });
});

test('bytes in the way of a message are those of the transfer on its connection', () => {
  const table = tableOf('What was in the way of a message', ...own, ...tuned);
  expect(rowsOf(table)).toEqual([
    ['A1 node-ws', '370.5', '64.0', '32.0', '48.0', '0.00'],
    ['A1 node-ws, notsent-lowat=16k', '190.0', '64.0', '32.0', '48.0', '0.00'],
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
