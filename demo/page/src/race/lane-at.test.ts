import { expect, test } from 'vitest';
import { laneOf, message } from '../../../fixtures/races.ts';
import { laneAt } from './lane-at.ts';

const ALONE_MS = 1_000;
const lane = laneOf({
  messages: [
    message(100, 50),
    message(600, 60),
    message(1_100, 500, { application: 400, path: 100 }),
    message(1_200, 3_000, { application: 2_900, path: 100 }),
    message(1_300, null),
  ],
  bulk: { fromMs: 1_000, binMs: 100, bytes: [1_000, 2_000, 0, 4_000] },
});
const at = (atMs: number) => laneAt(lane, ALONE_MS, atMs);

test('of what comes later nothing is told', () => {
  expect(at(120).sent).toEqual([{ sentMs: 100, waitMs: 20, answered: false }]);
  expect(at(120)).toMatchObject({ waiting: 1, alone: { ms: 20, atLeast: true }, beside: null });
});

test('a message without an answer waits as long as it has', () => {
  expect(at(1_700)).toMatchObject({
    waiting: 2,
    alone: { ms: 50, atLeast: false },
    beside: { ms: 500, atLeast: false },
  });
  expect(at(5_000)).toMatchObject({ waiting: 1, beside: { ms: 3_000, atLeast: false } });
});

test('one that was never answered waits until it is given up', () => {
  expect(at(60_000).sent.at(-1)).toEqual({ sentMs: 1_300, waitMs: 20_000, answered: false });
});

test('the transfer has moved what its complete bins hold, its goodput is that since it began', () => {
  expect(at(900)).toMatchObject({ movedBytes: 0, goodputMbps: 0 });
  expect(at(1_250)).toMatchObject({ movedBytes: 3_000, goodputMbps: 0.12 });
  expect(at(1_400)).toMatchObject({ movedBytes: 7_000, goodputMbps: 0.14 });
  expect(at(9_000)).toMatchObject({ movedBytes: 7_000, goodputMbps: 0.14 });
});

test('on a connection the goodput counts from the request of the transfer on', () => {
  const asked = { ...lane, besideMs: 800 };
  expect(laneAt(asked, 800, 1_050)).toMatchObject({ movedBytes: 0, goodputMbps: 0 });
  expect(laneAt(asked, 800, 1_250)).toMatchObject({ movedBytes: 3_000, goodputMbps: 0.06 });
});

test('parts are means over the messages that were answered last', () => {
  expect(at(1_500).parts).toEqual([]);
  expect(at(1_700).parts).toEqual([
    { part: 'application', ms: 400 },
    { part: 'path', ms: 100 },
  ]);
  expect(at(5_000).parts).toEqual([
    { part: 'application', ms: 1_650 },
    { part: 'path', ms: 100 },
  ]);
});
