import { expect, test } from 'vitest';
import { packet, span } from '../fixtures/packets.ts';
import { exchangesOverQuic, exchangesOverTcp } from './exchanges.ts';
import type { Ended, WirePacket } from './wire/packet.ts';

const request = (atMs: number, from: number, ended: Ended): WirePacket =>
  packet({
    id: `r${from}`,
    atMs,
    fromClient: true,
    spans: [span(from, from + 100)],
    ended: [ended],
  });

const LOAD: Ended = { what: 'load', key: null, bytes: null };
const OTHER: Ended = { what: 'other', key: null, bytes: null };
const CLOSE: Ended = { what: 'close', key: null, bytes: null };

test('over HTTP/1.1 an answer is all until the next request of its connection', () => {
  const client = [request(1, 0, LOAD), request(110, 100, OTHER)];
  const server = [
    packet({ id: 's', atMs: 0, spans: [span(0, 50)] }),
    request(51, 0, LOAD),
    packet({ id: 'a', atMs: 52, spans: [span(50, 1_500)] }),
    packet({ id: 'b', atMs: 52, spans: [span(1_500, 5_050)] }),
    packet({ id: 'a again', atMs: 90, spans: [span(50, 1_500)] }),
    packet({ id: 'o', atMs: 91, port: 2, spans: [span(0, 9_000)] }),
    request(160, 100, OTHER),
    packet({ id: 'c', atMs: 161, spans: [span(5_050, 5_100)] }),
    packet({ id: 'd', atMs: 900, spans: [span(5_100, 5_124)], ended: [CLOSE] }),
  ];
  const of = { port: 40_000, request: { stream: 0, from: 0, end: 100 } };
  expect(exchangesOverTcp({ client, server })).toEqual([
    {
      ...of,
      what: 'load',
      requestSentMs: 1,
      answer: { stream: 0, from: 1_500, end: 5_050, bytes: 5_000 },
    },
    {
      ...of,
      what: 'other',
      request: { stream: 0, from: 100, end: 200 },
      requestSentMs: 110,
      answer: { stream: 0, from: 5_050, end: 5_100, bytes: 50 },
    },
  ]);
});

test('a packet that closes may end the answer, too, with a record in front of the alert', () => {
  const closing = { id: 'a', atMs: 52, spans: [span(0, 1_524)], ended: [CLOSE] };
  const answerOf = (recordEnds: readonly number[]) => {
    const server = [request(51, 0, LOAD), packet({ ...closing, recordEnds })];
    return exchangesOverTcp({ client: [request(1, 0, LOAD)], server })[0]?.answer;
  };
  expect(answerOf([1_500, 1_524])).toMatchObject({ from: 1_499, end: 1_524, bytes: 1_524 });
  expect(answerOf([1_524])).toBeNull();
});

test('records that end outside of their packet tell nothing: the last byte is any of it', () => {
  const server = [
    request(51, 0, LOAD),
    packet({ id: 'a', atMs: 52, spans: [span(100, 1_500)], recordEnds: [90, 1_400] }),
  ];
  const [found] = exchangesOverTcp({ client: [request(1, 0, LOAD)], server });
  expect(found?.answer).toMatchObject({ from: 100, end: 1_500 });
});

test('a request that nothing answered has no answer', () => {
  const [http1] = exchangesOverTcp({ client: [request(1, 0, LOAD)], server: [] });
  expect(http1?.answer).toBeNull();
  const keyed = { ...LOAD, key: '40000/5' };
  const [http2] = exchangesOverTcp({ client: [request(1, 0, keyed)], server: [] });
  expect(http2?.answer).toBeNull();
});

const up = { port: 7, fromClient: true } as const;

test('over QUIC each stream that the client opened is an exchange, in their order', () => {
  const client = [
    packet({ ...up, id: '1', atMs: 1, spans: [span(0, 60, 8), span(0, 9, 2)] }),
    packet({ ...up, id: '2', atMs: 2, spans: [span(0, 40, 4)] }),
    packet({ ...up, id: '3', atMs: 3, spans: [span(60, 90, 8)] }),
    packet({ ...up, id: '1 again', atMs: 80, spans: [span(0, 60, 8)] }),
    packet({ id: '4', atMs: 0, port: 8, fromClient: true, spans: [span(0, 5, 0)] }),
  ];
  const server = [
    packet({ id: '5', atMs: 60, port: 7, spans: [span(0, 5_001, 8), span(0, 12, 3)] }),
  ];
  expect(exchangesOverQuic({ client, server })).toEqual([
    {
      what: 'load',
      port: 7,
      request: { stream: 4, from: 0, end: 40 },
      requestSentMs: 2,
      answer: null,
    },
    {
      what: 'load',
      port: 7,
      request: { stream: 8, from: 60, end: 90 },
      requestSentMs: 3,
      answer: { stream: 8, from: 0, end: 5_001, bytes: 5_001 },
    },
  ]);
});

test('over QUIC sizes tell a load, of its answer or else of its request', () => {
  const sizes = [
    { request: 380, answer: 5_600, what: 'load' },
    { request: 460, answer: 65, what: 'other' },
    { request: 381, answer: 52e6, what: 'other' },
    { request: 383, answer: null, what: 'load' },
    { request: 450, answer: null, what: 'other' },
  ];
  const streams = sizes.map((each, index) => ({ ...each, stream: 4 * index }));
  const exchanges = exchangesOverQuic({
    client: streams.map(({ stream, request: bytes }) =>
      packet({ ...up, id: `r${stream}`, atMs: stream, spans: [span(0, bytes, stream)] }),
    ),
    server: streams.flatMap(({ stream, answer: bytes }) =>
      bytes === null
        ? []
        : [packet({ id: `a${stream}`, atMs: 90, port: 7, spans: [span(0, bytes, stream)] })],
    ),
  });
  expect(exchanges.map(({ what }) => what)).toEqual(sizes.map(({ what }) => what));
});

test('without packets there are no exchanges', () => {
  expect(exchangesOverQuic({ client: [], server: [] })).toEqual([]);
  expect(exchangesOverTcp({ client: [], server: [] })).toEqual([]);
});
