import { expect, test } from 'vitest';
import { sparedText, stepsOf } from './steps.ts';

const WEBSOCKET = { protocol: 'websocket' } as const;
const WAITED = {
  parts: {
    request: 51,
    application: 329,
    'send-buffer': 166,
    path: 51,
    queue: 0.4,
    retransmission: 32,
    receiver: 1.4,
  },
  ahead: { queuedBytes: 65_000, unsentBytes: 42_000, deliveredBytes: 133_400 },
};

test('each part that is long enough is a step, and begins where the one before it ends', () => {
  const steps = stepsOf(WAITED, 'download', WEBSOCKET);
  expect(steps.map(({ part, ms }) => [part, ms])).toEqual([
    ['request', 51],
    ['application', 329],
    ['send-buffer', 166],
    ['path', 51],
    ['retransmission', 32],
    ['receiver', 1.4],
  ]);
  const begun = steps.map(({ atMs }) => Math.round(10 * atMs) / 10);
  expect(begun).toEqual([0, 51, 380, 546, 597.4, 629.4]);
});

test('the words have the bytes that were in front of the message', () => {
  const [, application, buffer] = stepsOf(WAITED, 'download', WEBSOCKET);
  expect(application?.text).toBe(
    '329 ms in the program that sends it, as the kernel takes no more. 133 kB of the download were in front of it.',
  );
  expect(buffer?.text).toMatch(
    /^166 ms in the kernel’s send buffer.* 42 kB of the download were unsent/,
  );
});

test('a lost packet stops all that is behind it over TCP, and its own stream over QUIC', () => {
  const lost = { parts: { retransmission: 100 } };
  const [tcp] = stepsOf(lost, 'download', WEBSOCKET);
  const [quic] = stepsOf(lost, 'download', { protocol: 'h3' });
  expect(tcp?.text).toMatch(/its own, or one before it/);
  expect(quic?.text).toBe('100 ms for a lost packet of its own stream.');
});

test('what streams spare a message is said where they spared it something', () => {
  expect(sparedText({ sparedMs: 0.4 })).toBe('');
  expect(sparedText({ sparedMs: 103 })).toMatch(/would have waited 103 ms longer/);
});

test('a message whose path was not recorded has no steps', () => {
  expect(stepsOf({}, 'download', WEBSOCKET)).toEqual([]);
});
