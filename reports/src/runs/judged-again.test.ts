import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { holbCell } from '../../fixtures/claim-data.ts';
import { judgedAgain } from './judged-again.ts';

/** A cell of download with six samples, whose server counted so many requests. */
function served(variant: string, protocol: string, requests: number): FinishedCell {
  const where = { variant, network: 'reference-4g', round: 0, scenario: 'download' };
  const { cell, samples } = holbCell(where, { alone: { ms: 100 }, same: { ms: 200 } });
  return {
    cell: { ...cell, protocol: { ...cell.protocol, server: { [protocol]: requests } } },
    samples,
  };
}

test('a cell whose server saw another load than its samples does not count, whatever its line says', () => {
  expect(judgedAgain(served('node-http2', 'HTTP/2.0', 6 + 29)).cell.valid).toBe(true);
  const { cell } = judgedAgain(served('node-http2', 'HTTP/2.0', 6 + 218));
  expect(cell.valid).toBe(false);
  expect(cell.reasons).toEqual([
    'the server answered 218 requests that are in no sample (pages and files: 62 at most): other traffic loaded the link',
  ]);
});

test('requests say nothing of the messages of a WebSocket, or of a variant that is no more', () => {
  expect(judgedAgain(served('node-ws', 'websocket', 500)).cell.valid).toBe(true);
  expect(judgedAgain(served('gone', 'HTTP/2.0', 500)).cell.valid).toBe(true);
});
