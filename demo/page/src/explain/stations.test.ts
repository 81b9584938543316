import { expect, test } from 'vitest';
import { messageAt } from './stations.ts';
import { stepsOf } from './steps.ts';

const message = {
  parts: {
    request: 50,
    application: 300,
    'send-buffer': 100,
    path: 50,
    retransmission: 30,
    receiver: 2,
  },
  ahead: { queuedBytes: 60_000, unsentBytes: 40_000, deliveredBytes: 100_000 },
};
const steps = stepsOf(message, 'download', { protocol: 'websocket' });
const at = (atMs: number) => messageAt(message, steps, atMs);

test('a message is where its part is', () => {
  const stations = [10, 60, 360, 460, 510, 531, 600].map((ms) => at(ms).station);
  expect(stations).toEqual(['page', 'program', 'buffer', 'link', 'held', 'end', 'end']);
  expect(at(600).step).toBeNull();
});

test('what is in front of it leaves until it is sent itself, the first first', () => {
  expect(at(50).ahead).toEqual({ link: 20_000, buffer: 40_000, program: 40_000 });
  // 130 of 400 ms: 32.5 kB are gone.
  expect(at(180).ahead).toEqual({ link: 0, buffer: 27_500, program: 40_000 });
  expect(at(450).ahead).toEqual({ link: 0, buffer: 0, program: 0 });
});

test('over QUIC all of it is in the program, as far as is known', () => {
  const quic = {
    parts: { request: 50, sender: 100, path: 50 },
    ahead: { queuedBytes: null, unsentBytes: null, deliveredBytes: 40_000 },
  };
  const own = stepsOf(quic, 'download', { protocol: 'h3' });
  expect(messageAt(quic, own, 100).ahead).toEqual({ link: 0, buffer: 0, program: 20_000 });
});

test('a lost packet holds back the order of the message while it is held', () => {
  expect([460, 510, 600].map((ms) => at(ms).lost)).toEqual([null, 'message', null]);
});

test('a lost packet of another stream holds back the transfer alone', () => {
  const spared = { parts: { request: 50, sender: 100, path: 50 }, sparedMs: 80 };
  const own = stepsOf(spared, 'download', { protocol: 'h3' });
  const lostAt = (ms: number) => messageAt(spared, own, ms).lost;
  expect([10, 100, 160, 300].map(lostAt)).toEqual([null, null, 'transfer', 'transfer']);
});
