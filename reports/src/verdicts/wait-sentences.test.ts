import type { FinishedCell } from '@holbench/results/run-reader';
import { describe, expect, test } from 'vitest';
import { PLACE } from '../../fixtures/made-figure.ts';
import { ROUNDS } from '../../fixtures/claim-data.ts';
import {
  reportOf,
  reportOver,
  waitCell,
  waitCells,
  type Waited,
  withoutPaths,
} from '../../fixtures/wait-data.ts';
import { plainText } from '../document/block.ts';
import { paragraph } from './sentences.ts';
import { splitSentences, waitStatements } from './wait-sentences.ts';

const SELF: Waited = {
  request: 50,
  application: 20,
  'send-buffer': 200,
  queue: 40,
  retransmission: 10,
};
const LOWAT = { notsentLowatBytes: 16_384 };
const TUNED = { ...LOWAT, chunkBytes: 16_384 };

const own = (factors?: readonly number[]) =>
  waitCells({ variant: 'node-ws' }, { same: SELF }, factors);
const arm = (factors: typeof LOWAT, same: Waited, rounds?: readonly number[]) =>
  waitCells({ variant: 'node-ws', factors }, { same: { ...SELF, ...same } }, rounds);

const said = (...cells: FinishedCell[]) =>
  waitStatements(reportOf(...cells), PLACE).map((sentences) => plainText(paragraph(sentences)));

test('the largest part beyond a message alone, and the others of a twentieth or more', () => {
  expect(said(...own())).toEqual([
    'node-ws 371.0 ms, 100.0 ms alone: 201.0 ms in the send buffer, 40.0 ms in the link’s queue and 20.0 ms in the application.',
  ]);
});

test('its numbers lead to their cells', () => {
  const [[sentence = []] = []] = waitStatements(reportOf(...own()), PLACE);
  expect(sentence).toContainEqual({
    text: '371.0 ms',
    cell: 'reference-4g/node-ws/download-text/0',
  });
  expect(sentence).toContainEqual({
    text: '201.0 ms',
    cell: 'reference-4g/node-ws/download-text/0',
  });
});

describe('settings', () => {
  const taking = (...cells: FinishedCell[]) =>
    said(...own(), ...cells)[0]?.replace(/^[^.]*.*?application\. /, '');

  test('the one that takes the most of the wait away, and the single one that does', () => {
    expect(
      taking(
        ...arm(LOWAT, { 'send-buffer': 60 }),
        ...arm(TUNED, { 'send-buffer': 20, application: 5 }),
      ),
    ).toBe(
      '--notsent-lowat 16k --chunk-size 16k takes away 180.9 ms (176.4–183.6) of the send buffer and 195.9 ms (191.4–198.6) of the wait; 175.1 ms remain. ' +
        '--notsent-lowat 16k takes away 140.7 ms (137.2–142.8) of the send buffer and 140.7 ms (137.2–142.8) of the wait; 230.3 ms remain.',
    );
  });

  test('a part that comes back as another one is not taken from the wait', () => {
    expect(taking(...arm(LOWAT, { 'send-buffer': 20, application: 200 }))).toBe(
      '--notsent-lowat 16k takes away 180.9 ms (176.4–183.6) of the send buffer, but the wait is equivalent.',
    );
    expect(taking(...arm(LOWAT, { 'send-buffer': 20, application: 300 }))).toBe(
      '--notsent-lowat 16k takes away 180.9 ms (176.4–183.6) of the send buffer, but adds 99.1 ms to the wait.',
    );
  });

  test('other parts may be what is taken', () => {
    expect(taking(...arm(LOWAT, { application: 0, queue: 0 }))).toBe(
      '--notsent-lowat 16k takes away 60.0 ms (60.0–60.0) of the wait, of the application and the queue; 311.0 ms remain.',
    );
  });

  test('one that changes nothing is told as that', () => {
    expect(taking(...arm(LOWAT, {}))).toBe(
      'No setting of this run is shown to shorten the wait, or its part in the send buffer.',
    );
  });

  test('one that is shown to shorten the wait comes before one that may take more of it', () => {
    const unsure = [-1, 1].flatMap((sign) => [180, 200, 220].map((ms) => 120 + sign * ms));
    const cells = unsure.map((queue, round) =>
      waitCell(
        { variant: 'node-ws', factors: TUNED, round },
        { same: { ...SELF, 'send-buffer': 0, queue: Math.max(0, queue) } },
      ),
    );
    expect(taking(...arm(LOWAT, { 'send-buffer': 150 }), ...cells)).toMatch(
      /^--notsent-lowat 16k takes/,
    );
  });

  test('a network that nobody can set is none', () => {
    const network = 'reference-4g+loss=0%';
    const report = reportOver(
      ['reference-4g', network],
      ...own(),
      ...arm(LOWAT, { 'send-buffer': 60 }),
      ...waitCells({ variant: 'node-ws', network }, { same: { request: 50 } }),
    );
    const [sentences = []] = waitStatements(report, PLACE);
    expect(plainText(paragraph(sentences.slice(1)))).toBe(
      '--notsent-lowat 16k takes away 140.7 ms (137.2–142.8) of the send buffer and 140.7 ms (137.2–142.8) of the wait; 230.3 ms remain.',
    );
  });

  test('where the messages of the baseline were given up, its wait is a bound', () => {
    const cells = ROUNDS.map((_, round) =>
      waitCell({ variant: 'node-http2', round }, { same: null }),
    );
    const fixed = waitCells({ variant: 'node-http2', factors: LOWAT }, { same: SELF });
    expect(said(...cells, ...fixed)).toEqual([
      'node-http2 ≥ 20,000 ms, 100.0 ms alone: of too few rounds its parts are known (messages given up: 18 of 18). ' +
        '--notsent-lowat 16k takes away at least 19,628 ms (19,626 or more) of the wait; 371.0 ms remain.',
    ]);
  });

  test('too few rounds show nothing', () => {
    expect(said(...own([1]), ...arm(LOWAT, { 'send-buffer': 20 }, [1]))).toEqual([
      'node-ws (1 round) 370.0 ms, 100.0 ms alone: 200.0 ms in the send buffer, 40.0 ms in the link’s queue and 1 more. ' +
        'Too few rounds to compare (1; 6 needed): --notsent-lowat 16k -180.0 ms.',
    ]);
  });
});

test('the split of the largest delay, and head-of-line blocking proper of the others', () => {
  const report = reportOf(
    ...own(),
    ...waitCells(
      { variant: 'caddy-http3' },
      { same: { request: 50, sender: 30, retransmission: 5 } },
    ),
  );
  expect(splitSentences(report, PLACE).map(plainText)).toEqual([
    'With node-ws, head-of-line blocking proper (lost packets) is 10.0 of 371.0 ms, buffering at the sender 221.0 ms, queueing in the link 40.0 ms.',
    'The slowest twentieth take 371.0 ms: 10.0 ms for lost packets, 221.0 ms buffered at the sender and 40.0 ms queued in the link.',
    'Waiting for lost packets with the others: caddy-http3 5.00 of 135.0 ms.',
  ]);
});

test('beside the split stands what else is longer than alone, and of the slowest what is known', () => {
  const cells = waitCells({ variant: 'node-ws' }, { same: { ...SELF, request: 150 }, tail: null });
  expect(
    splitSentences(reportOf(...cells), PLACE)
      .map(plainText)
      .slice(1),
  ).toEqual([
    'The message takes 150.0 ms until the server has the answer (50.0 ms alone).',
    'The slowest twentieth have no parts: messages were given up.',
  ]);
});

test('of how few rounds the split is stands beside it', () => {
  const [split, rounds] = splitSentences(reportOf(...own([1])), PLACE);
  expect(plainText(split ?? [])).toMatch(/^With node-ws, head-of-line blocking proper/);
  expect(plainText(rounds ?? [])).toBe('These are parts of 1 round.');
});

test('nothing is said where no path was recorded', () => {
  const cells = own().map(withoutPaths);
  expect(said(...cells)).toEqual([]);
  expect(splitSentences(reportOf(...cells), PLACE)).toEqual([]);
});
