import { expect, test } from 'vitest';
import { sample } from '../fixtures/run-lines.ts';
import type { Limiter } from './resources.ts';
import { type Outcome } from './sample.ts';
import { clientProtocols, limiterProblems, protocolProblems, ranksServers } from './validity.ts';

const over = (protocol: Extract<Outcome, { status: 'ok' }>['protocol']) =>
  sample({ outcome: { status: 'ok', durationMs: 1, bytes: 1, protocol } });
const failed = sample({ outcome: { status: 'failed', code: 'timeout', reason: 'x', afterMs: 9 } });
const h3 = { expected: 'h3', expectedByServer: 'HTTP/3.0' };

test('both sides agree', () => {
  expect(
    protocolProblems({ ...h3, samples: [over('h3')], serverRequests: { 'HTTP/3.0': 4 } }),
  ).toEqual([]);
});

test('failed operations prove and disprove nothing', () => {
  expect(clientProtocols([over('h3'), failed, over('h3')])).toEqual({ h3: 2 });
  expect(protocolProblems({ ...h3, samples: [failed], serverRequests: {} })).toEqual([]);
});

test('another protocol in the page', () => {
  const samples = [over('h3'), over('h2'), over('unproven')];
  expect(protocolProblems({ ...h3, samples, serverRequests: { 'HTTP/3.0': 3 } })).toEqual([
    '1 of 3 operations used h2 instead of h3',
    '1 of 3 operations carry no proof of their protocol',
  ]);
});

test('another protocol at the server', () => {
  const serverRequests = { 'HTTP/3.0': 3, 'HTTP/2.0': 2 };
  expect(protocolProblems({ ...h3, samples: [over('h3')], serverRequests })).toEqual([
    'the server counted 2 requests over HTTP/2.0',
  ]);
});

test('no evidence from the server', () => {
  expect(protocolProblems({ ...h3, samples: [over('h3')], serverRequests: null })).toEqual([
    'the server ended without a summary, so its side is unproven',
  ]);
  expect(protocolProblems({ ...h3, samples: [over('h3')], serverRequests: {} })).toEqual([
    'the server counted no request over HTTP/3.0',
  ]);
});

test('all WebSockets are opened over the version of HTTP that is expected', () => {
  const expectedByServer = 'websocket over HTTP/2.0';
  const evidence = { expected: 'websocket', expectedByServer, samples: [over('websocket')] };
  const problems = (serverRequests: Record<string, number>) =>
    protocolProblems({ ...evidence, serverRequests });
  expect(problems({ [expectedByServer]: 1, 'HTTP/2.0': 9 })).toEqual([]);
  expect(problems({ [expectedByServer]: 1, websocket: 2, 'HTTP/2.0': 9 })).toEqual([
    'the server counted 2 requests by websocket',
  ]);
  expect(problems({ websocket: 1, 'HTTP/1.1': 9 })).toEqual([
    'the server counted no request over websocket over HTTP/2.0',
    'the server counted 1 requests by websocket',
  ]);
});

test('a WebSocket variant serves its page over HTTP', () => {
  const websocket = { expected: 'websocket', expectedByServer: 'websocket' };
  const serverRequests = { websocket: 1, 'HTTP/1.1': 9 };
  expect(protocolProblems({ ...websocket, samples: [over('websocket')], serverRequests })).toEqual(
    [],
  );
});

test('a cell that the emulator limits does not count, one that the client limits does not rank', () => {
  const limiter = (verdict: Limiter['verdict']): Limiter => ({ verdict, why: `${verdict}: 93 %` });
  expect(limiterProblems(limiter('emulator'))).toEqual(['the bottleneck was the emulator: 93 %']);
  for (const verdict of ['link', 'server', 'client', 'none'] as const) {
    expect(limiterProblems(limiter(verdict))).toEqual([]);
    expect(ranksServers({ limiter: limiter(verdict) })).toBe(verdict !== 'client');
  }
  expect(ranksServers({ limiter: limiter('emulator') })).toBe(false);
  // Nothing is known against it: macOS has no /proc.
  expect(ranksServers({ limiter: null })).toBe(true);
});
