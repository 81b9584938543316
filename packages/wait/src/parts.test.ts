import type { LinkDirection } from '@holbench/results/network-profile';
import type { MessagePath, Passage } from '@holbench/results/message-path';
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

/** 12 kbit/s: a byte takes 2/3 ms. */
const SIDE: LinkDirection = {
  rateKbps: 12,
  delayMs: 50,
  jitterMs: 0,
  lossFraction: 0,
  lossBurstPackets: 1,
  queue: null,
};
const LINK = { down: SIDE, up: { ...SIDE, delayMs: 20 } };

const PASSAGE: Passage = {
  accepted: { fromMs: 70, toMs: 90 },
  sentMs: 100,
  resentMs: 100,
  arrivedMs: 170,
  inOrderMs: 170,
  inConnectionOrderMs: 170,
  packetBytes: 15,
};

function message(way: Partial<MessagePath>, durationMs = 200) {
  const outcome = { status: 'ok', durationMs, bytes: 5_000, protocol: 'h2' } as const;
  return { outcome, way: { request: null, handledMs: 60, answer: null, inTheWay: null, ...way } };
}

test('the answer beside a download is taken apart, and the request is one part', () => {
  const parts = partsOf(message({ answer: PASSAGE }), LINK, 'download');
  expect(parts).toEqual({
    request: 60,
    application: 20,
    'send-buffer': 20,
    path: 60,
    queue: 10,
    retransmission: 0,
    receiver: 30,
  });
});

test('the request beside an upload is taken apart, and the answer is one part', () => {
  const way = { request: PASSAGE, handledMs: 180, answer: null };
  expect(partsOf(message(way), LINK, 'upload')).toEqual({
    application: 80,
    'send-buffer': 20,
    path: 30,
    queue: 40,
    retransmission: 0,
    receiver: 10,
    answer: 20,
  });
});

test('of a lost packet the path is that of its copy, and the rest retransmission', () => {
  const lost = { ...PASSAGE, resentMs: 105, inOrderMs: 190 };
  const parts = partsOf(message({ answer: lost }), LINK, 'download');
  expect(parts).toMatchObject({ path: 60, queue: 5, retransmission: 5 + 20, receiver: 10 });
});

test('what a program and a socket share is one part where no socket told', () => {
  const parts = partsOf(message({ answer: { ...PASSAGE, accepted: null } }), LINK, 'download');
  expect(parts).toMatchObject({ request: 60, sender: 40 });
  expect(parts).not.toHaveProperty('application');
});

test.each([
  [100, { application: 50, 'send-buffer': 90 }],
  [101, { sender: 140 }],
])('and where it told nothing for more than 100 ms: %d', (unsureMs, expected) => {
  const accepted = { fromMs: 60, toMs: 60 + unsureMs };
  const late = { ...PASSAGE, accepted, sentMs: 200, resentMs: 200, arrivedMs: 270, inOrderMs: 270 };
  expect(partsOf(message({ answer: late }, 300), LINK, 'download')).toMatchObject(expected);
});

test('a packet faster than its link has no queue', () => {
  const fast = { ...PASSAGE, arrivedMs: 140, inOrderMs: 140 };
  expect(partsOf(message({ answer: fast }), LINK, 'download')).toMatchObject({
    path: 40,
    queue: 0,
  });
});

test.each([
  ['its answer is not known', message({})],
  ['its handler is not known', message({ answer: PASSAGE, handledMs: null })],
  ['it was not recorded', { outcome: message({}).outcome }],
  [
    'it had no answer',
    {
      ...message({ answer: PASSAGE }),
      outcome: { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const,
    },
  ],
])('there are no parts of a message when %s', (_why, sample) => {
  expect(partsOf(sample, LINK, 'download')).toBeNull();
});

test('parts add up to the wait', () => {
  const parts = partsOf(message({ answer: { ...PASSAGE, resentMs: 130 } }), LINK, 'download');
  expect(Object.values(parts ?? {}).reduce((sum, ms) => sum + ms, 0)).toBe(200);
});
