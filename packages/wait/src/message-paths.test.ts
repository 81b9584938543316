import { expect, test } from 'vitest';
import { packet, span } from '../fixtures/packets.ts';
import type { SocketState } from './sockets.ts';
import { messagePaths, type PhaseRecording } from './message-paths.ts';
import type { Ended } from './wire/packet.ts';

const REQUEST: Ended = { what: 'load', key: '40000/5', bytes: null };
const ANSWER: Ended = { what: 'answer', key: '40000/5', bytes: 1_000 };

const request = { id: 'r', fromClient: true, spans: [span(0, 100)], ended: [REQUEST] };
const bulk = { id: 'b', spans: [span(0, 9_000)] };
const answer = { id: 'a', spans: [span(9_000, 10_000)], ended: [ANSWER] };

function state(atMs: number, takenBytes: number): SocketState {
  const queued = { queuedBytes: 7_000, unsentBytes: 3_000 };
  return { fromMs: atMs, toMs: atMs + 2, port: 40_000, takenBytes, ...queued };
}

/** A load of 1,000 ms, beside a download. */
const RECORDING: PhaseRecording = {
  transport: 'tcp',
  direction: 'download',
  client: [
    packet({ ...request, atMs: 1_002 }),
    packet({ ...bulk, atMs: 1_120 }),
    packet({ ...answer, atMs: 1_170 }),
  ],
  server: [
    packet({ ...request, atMs: 1_052 }),
    packet({ ...bulk, atMs: 1_070 }),
    packet({ ...answer, atMs: 1_120 }),
  ],
  sockets: [state(1_050, 9_000), state(1_080, 9_999), state(1_110, 10_000)],
  handledAtMs: [1_053],
  endedAtMs: 30_000,
};
const LOAD = { intendedAtMs: 1_000, sentAtMs: 1_001, durationMs: 171 };

const PASSAGE = { packetBytes: 1_500 };

test('a load over TCP has all points of its path', () => {
  expect(messagePaths(RECORDING, [LOAD])).toEqual({
    paths: [
      {
        request: {
          ...PASSAGE,
          accepted: null,
          sentMs: 2,
          resentMs: 2,
          arrivedMs: 52,
          inOrderMs: 52,
          inConnectionOrderMs: 52,
        },
        handledMs: 53,
        answer: {
          ...PASSAGE,
          accepted: { fromMs: 53, toMs: 112 },
          sentMs: 120,
          resentMs: 120,
          arrivedMs: 170,
          inOrderMs: 170,
          inConnectionOrderMs: 170,
        },
        inTheWay: { queuedBytes: 7_000, unsentBytes: 3_000, aheadBytes: 9_000 },
      },
    ],
    problems: [],
  });
});

test('the kernel has a message when it has all of its last packet, and not when it lacks the first byte', () => {
  const sockets = [state(1_060, 9_000), state(1_080, 9_001), state(1_110, 10_000)];
  const [path] = messagePaths({ ...RECORDING, sockets }, [LOAD]).paths;
  expect(path?.answer?.accepted).toEqual({ fromMs: 60, toMs: 112 });
});

test.each([
  {
    what: 'where its record of TLS ends is the last byte of a message, and not where its packet does',
    recordEnds: [9_400],
    takenBytes: 9_400,
    accepted: { fromMs: 80, toMs: 112 },
  },
  {
    what: 'where several records end in its packet, its last byte is one of theirs',
    recordEnds: [9_200, 9_700],
    takenBytes: 9_700,
    accepted: { fromMs: 60, toMs: 112 },
  },
])('$what', ({ recordEnds, takenBytes, accepted }) => {
  const sockets = [
    state(1_060, 9_000),
    state(1_080, 9_300),
    state(1_110, takenBytes),
    state(1_118, 9_900),
  ];
  const server = RECORDING.server.map((each) =>
    each.id === answer.id ? { ...each, recordEnds } : each,
  );
  const [path] = messagePaths({ ...RECORDING, server, sockets }, [LOAD]).paths;
  expect(path?.answer?.accepted).toEqual(accepted);
});

test('beside an upload its request is the one that waits', () => {
  const upload = { ...RECORDING, direction: 'upload', sockets: [state(990, 0)] } as const;
  const [path] = messagePaths(upload, [LOAD]).paths;
  expect(path?.request?.accepted).toEqual({ fromMs: 0, toMs: 2 });
  expect(path?.answer?.accepted).toBeNull();
  expect(path?.inTheWay).toEqual({ queuedBytes: 7_000, unsentBytes: 3_000, aheadBytes: 100 });
});

test('without sockets it is not known when the kernel took a message', () => {
  const [path] = messagePaths({ ...RECORDING, sockets: [] }, [LOAD]).paths;
  expect(path?.answer?.accepted).toBeNull();
  expect(path?.inTheWay).toEqual({ queuedBytes: null, unsentBytes: null, aheadBytes: 9_000 });
});

test('a state of long ago tells nothing of the queue', () => {
  const [path] = messagePaths({ ...RECORDING, sockets: [state(500, 9_000)] }, [LOAD]).paths;
  expect(path?.inTheWay?.queuedBytes).toBeNull();
});

test('what is missing is said', () => {
  const { paths, problems } = messagePaths({ ...RECORDING, handledAtMs: [] }, [
    LOAD,
    { ...LOAD, intendedAtMs: 2_000, sentAtMs: 2_000 },
  ]);
  expect(paths).toMatchObject([{ handledMs: null }, null]);
  expect(problems).toEqual([
    '1 of 2 loads were not found in the captures',
    '1 of 2 loads: no time stamp of the server',
  ]);
});

test('a load that was given up takes no stamp of the next phase', () => {
  const client = RECORDING.client.slice(0, 1);
  const server = RECORDING.server.slice(0, 1);
  const unread = { ...RECORDING, client, server, handledAtMs: [30_500] };
  const { paths, problems } = messagePaths(unread, [{ ...LOAD, durationMs: null }]);
  expect(paths).toMatchObject([{ request: { inOrderMs: 52 }, handledMs: null, answer: null }]);
  expect(problems).toEqual(['1 of 1 loads: no time stamp of the server']);
  // A server may handle it late, when nobody waits for it any more.
  const late = { ...unread, handledAtMs: [29_000, 30_500] };
  expect(messagePaths(late, [{ ...LOAD, durationMs: null }]).paths).toMatchObject([
    { handledMs: 28_000 },
  ]);
});

test('an answer of which a device lacks a packet has no passage, which is said', () => {
  const client = RECORDING.client.slice(0, 2);
  const { paths, problems } = messagePaths({ ...RECORDING, client }, [LOAD]);
  expect(paths).toMatchObject([{ answer: null }]);
  expect(problems).toEqual(['1 of 1 loads: a device did not see all of their packets']);
});

test('a path whose points contradict each other is none', () => {
  const early = { ...LOAD, durationMs: 160 };
  expect(messagePaths(RECORDING, [early])).toEqual({
    paths: [null],
    problems: ['1 of 1 loads: points of the path out of order'],
  });
});

test('over QUIC the page with most requests is that of the messages', () => {
  const one = { port: 1, fromClient: true } as const;
  const recording: PhaseRecording = {
    ...RECORDING,
    transport: 'quic',
    sockets: [],
    client: [
      packet({ ...one, id: '1', atMs: 900, spans: [span(0, 50, 4)] }),
      packet({ id: '2', fromClient: true, atMs: 900, spans: [span(0, 50, 4)] }),
      packet({ id: '3', fromClient: true, atMs: 1_002, spans: [span(0, 50, 8)] }),
      packet({ id: '9', atMs: 1_170, spans: [span(0, 5_000, 8)] }),
    ],
    server: [
      packet({ id: '2', fromClient: true, atMs: 950, spans: [span(0, 50, 4)] }),
      packet({ id: '3', fromClient: true, atMs: 1_052, spans: [span(0, 50, 8)] }),
      packet({ id: '9', atMs: 1_120, spans: [span(0, 5_000, 8)] }),
    ],
  };
  const [path] = messagePaths(recording, [LOAD]).paths;
  expect(path).toMatchObject({
    request: { sentMs: 2, arrivedMs: 52 },
    handledMs: 53,
    answer: { accepted: null, sentMs: 120, arrivedMs: 170 },
    inTheWay: { queuedBytes: null, aheadBytes: 0 },
  });
});
