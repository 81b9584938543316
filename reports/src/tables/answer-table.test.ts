import type { FactorValues } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { reportOf, waitCell } from '../../fixtures/wait-data.ts';
import { plainText } from '../document/block.ts';
import { answerTable } from './answer-table.ts';

/** Of the made-up run. */
const NODE = 'Node 20.20.2';
const SELF = { request: 50, 'send-buffer': 200 };

/** The first cells of the rows of arms with these factors. */
function headersOf(...arms: Partial<FactorValues>[]): string[][] {
  const cells = arms.map((factors) =>
    waitCell({ variant: 'node-ws', round: 0, factors }, { same: SELF }),
  );
  const found = [{ network: 'reference-4g', scenario: 'download', statements: [] }];
  const { rows } = answerTable(reportOf(...cells), found);
  return rows.map(({ cells: [header] }) =>
    header === undefined ? [] : [header.text, ...(header.lines ?? [])].map(plainText),
  );
}

test('the tuned arm is the second row, so that a default is not read as the protocol’s', () => {
  const lowat = { notsentLowatBytes: 16_384 };
  expect(headersOf({}, { batchMs: 1 }, { ...lowat, chunkBytes: 16_384 }, lowat)).toEqual([
    ['A1 node-ws', NODE, 'as shipped'],
    ['A1 node-ws, tuned', NODE, '--notsent-lowat 16k', '--chunk-size 16k'],
    ['A1 node-ws, batch=1ms', NODE],
    ['A1 node-ws, notsent-lowat=16k', NODE],
  ]);
});

test('without a tuned arm a default has no mark', () => {
  expect(headersOf({}, { bulkStreams: 6 })).toEqual([
    ['A1 node-ws', NODE],
    ['A1 node-ws, bulk=6', NODE],
  ]);
});
