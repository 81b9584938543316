import { expect, test } from 'vitest';
import type { Exchange } from './exchanges.ts';
import { handled, matched, type SentMessage } from './matched.ts';

function message(kind: SentMessage['kind'], sentAtMs: number): SentMessage {
  return { kind, intendedAtMs: sentAtMs, sentAtMs, durationMs: 100 };
}

function exchange(what: Exchange['what'], requestSentMs: number, bytes: number): Exchange {
  const request = { stream: 0, end: 100 };
  return { what, port: 1, request, requestSentMs, answer: { stream: 0, end: bytes, bytes } };
}

test('over TCP the n-th load has the n-th request for one', () => {
  const [load, event, file, later] = [
    exchange('load', 10, 5_000),
    exchange('event', 12, 20),
    exchange('other', 15, 50e6),
    exchange('load', 31, 5_000),
  ];
  const messages = [message('load', 9), message('event', 11), message('load', 30)];
  expect(matched(messages, [load, event, file, later])).toEqual([load, event, later]);
});

test('a request from before the messages is none of theirs, and a missing one is missed', () => {
  const early = exchange('load', 1, 5_000);
  const [first] = [exchange('load', 10, 5_000)];
  const messages = [message('load', 9), message('load', 20)];
  expect(matched(messages, [early, first])).toEqual([first, null]);
});

test('over QUIC requests of both kinds are in one order, without files', () => {
  const [load, file, event] = [
    exchange('unknown', 10, 5_000),
    exchange('unknown', 11, 50e6),
    exchange('unknown', 12, 60),
  ];
  const messages = [message('load', 9), message('event', 11)];
  expect(matched(messages, [load, file, event])).toEqual([load, event]);
});

test('an answer of the other kind is not believed', () => {
  const answered = exchange('unknown', 10, 60);
  expect(matched([message('load', 9)], [answered])).toEqual([null]);
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
