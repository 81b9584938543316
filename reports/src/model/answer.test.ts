import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { dataOf, holbCell, networkOf, ROUNDS } from '../../fixtures/claim-data.ts';
import { answers } from './answer.ts';
import { plainText } from './sentence.ts';

const plain = networkOf('plain', { delayMs: 0, down: { rateKbps: null }, up: { rateKbps: null } });
const shaped = networkOf('4g', {});

/** Four rounds of 4f over WebSocket: 100 ms alone, and `selfMs` on the download's own connection. */
function rounds(network: string, selfMs: number): FinishedCell[] {
  return ROUNDS.map((factor, round) =>
    holbCell(
      { variant: 'node-ws', network, round, scenario: '4f' },
      { idle: { ms: 100 }, foreign: { ms: 110 * factor }, self: { ms: selfMs * factor } },
    ),
  );
}

const invalid = ({ cell, samples }: FinishedCell): FinishedCell => ({
  cell: { ...cell, valid: false, reasons: ['made up'] },
  samples,
});

test('shaped networks come first, each with what it is', () => {
  const data = dataOf([plain, shaped], [...rounds('plain', 120), ...rounds('4g', 500)]);
  expect(answers(data).map(({ network, link }) => [network, link])).toEqual([
    ['4g', '20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, no loss'],
    ['plain', 'no rate limit, no delay, no loss'],
  ]);
});

test('a network of which nothing counts says so, and leads to a cell', () => {
  const data = dataOf([shaped], rounds('4g', 500).map(invalid));
  const [answer] = answers(data);
  expect(plainText(answer?.sentence ?? [])).toBe('nothing to say of node-ws (invalid).');
  expect(answer?.sentence).toContainEqual({ text: 'invalid', cell: '4g/node-ws/4f-text/0' });
});

test('without 4f and 4g there is nothing to answer', () => {
  expect(answers(dataOf([shaped], []))).toEqual([]);
});
