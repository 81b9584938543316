import { expect, test } from 'vitest';
import { readSockets } from './sockets.ts';

const SERVER = `1795489404.100000 1795489404.104000
ESTAB 0      366000 10.77.0.2:8443 10.77.0.1:51098 skmem:(r0,rb131072,t0,tb46080) cubic mss:1448 cwnd:10 bytes_sent:35817 bytes_acked:817 unacked:24 notsent:331000 minrtt:100.363
ESTAB 0      0      10.77.0.2:8443 10.77.0.1:51114 skmem:(r0,rb131072) cubic segs_in:2
1795489404.130000 1795489404.133500

`;

test('the kernel took what is acknowledged and what is queued', () => {
  const { states, problem } = readSockets(SERVER, 8443);
  const [first, second, ...others] = states;
  expect(problem).toBeNull();
  expect(first).toEqual({
    fromMs: 1795489404100,
    toMs: 1795489404104,
    port: 51_098,
    takenBytes: 366_817,
    queuedBytes: 366_000,
    unsentBytes: 331_000,
  });
  expect(second).toMatchObject({ port: 51_114, takenBytes: 0, queuedBytes: 0, unsentBytes: 0 });
  expect(others).toEqual([]);
});

test('a client has its SYN acknowledged, too', () => {
  const text = `1.5 1.6
ESTAB 0 100 10.77.0.1:51098 10.77.0.2:8443 cubic bytes_acked:818
`;
  expect(readSockets(text, 8443).states).toMatchObject([{ port: 51_098, takenBytes: 917 }]);
});

test('a kernel need not tell of unsent bytes where all are in flight', () => {
  const text = `1.5 1.6
ESTAB 0 900 10.77.0.1:51098 10.77.0.2:8443 cubic mss:1448 bytes_acked:818 unacked:1
`;
  const { states, problem } = readSockets(text, 8443);
  expect(problem).toBeNull();
  expect(states).toMatchObject([{ queuedBytes: 900, unsentBytes: 0 }]);
});

test('nothing is read of what is no connection', () => {
  const text = '1.5 1.6\nSYN-SENT 0 1 10.77.0.1:5 10.77.0.2:8443 cubic\n';
  expect(readSockets(text, 8443)).toEqual({ states: [], problem: null });
});

test('what a kernel never tells is not known, and not 0', () => {
  const without = (name: string) => SERVER.replace(new RegExp(` ${name}:\\d+`), '');
  const { states, problem } = readSockets(without('notsent'), 8443);
  expect(states.map(({ unsentBytes }) => unsentBytes)).toEqual([null, null]);
  expect(problem).toBe('the kernel or ss does not tell notsent of sockets');
  expect(readSockets(without('bytes_acked'), 8443)).toEqual({
    states: [],
    problem: 'the kernel or ss does not tell bytes_acked of sockets',
  });
});
