import { expect, test } from 'vitest';
import type { Exchange } from './exchanges.ts';
import { handled, matched, type SentLoad } from './matched.ts';

function load(sentAtMs: number): SentLoad {
  return { intendedAtMs: sentAtMs, sentAtMs, durationMs: 100 };
}

function exchange(what: Exchange['what'], requestSentMs: number): Exchange {
  return { what, port: 1, request: { stream: 0, from: 0, end: 100 }, requestSentMs, answer: null };
}

test('the n-th load has the n-th request for one', () => {
  const [first, file, second] = [exchange('load', 10), exchange('other', 15), exchange('load', 31)];
  expect(matched([load(9), load(14)], [first, file, second], 'download')).toEqual([first, second]);
});

test('a request from before the loads is none of theirs, and a missing one is missed', () => {
  const [early, first] = [exchange('load', 1), exchange('load', 10)];
  expect(matched([load(9), load(20)], [early, first], 'download')).toEqual([first, null]);
});

test('one that is missing among others does not shift those after it', () => {
  const [first, third] = [exchange('load', 11), exchange('load', 31)];
  expect(matched([load(10), load(20), load(30)], [first, third], 'download')).toEqual([
    first,
    null,
    third,
  ]);
});

test('a request may leave after the next was sent, where none is missing', () => {
  const [first, second] = [exchange('load', 25), exchange('load', 26)];
  expect(matched([load(10), load(20)], [first, second], 'download')).toEqual([first, second]);
});

test('requests of an upload leave late, and those that never left are the last', () => {
  const [first, second] = [exchange('load', 25), exchange('load', 26)];
  const loads = [load(10), load(20), load(30)];
  expect(matched(loads, [first, second], 'upload')).toEqual([first, second, null]);
});

test('loads are handled in the order of their arrival, each before its answer', () => {
  const loads = [
    { arrivedMs: 50, answerSentMs: 60 },
    null,
    { arrivedMs: 40, answerSentMs: 45 },
    { arrivedMs: 70, answerSentMs: 71 },
    { arrivedMs: 80, answerSentMs: null },
  ];
  // The one of 70 was never handled; 30 is that of another page.
  expect(handled(loads, [90, 30, 52, 41])).toEqual([52, null, 41, null, 90]);
});
