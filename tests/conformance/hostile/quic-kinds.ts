import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@holbench/stats/seeded-random';
import { isOverQuic } from '@holbench/variants/protocols';
import { TEXT } from '../lab/page-operations.ts';
import {
  openSession,
  sessionStream,
  streamHead,
} from '@holbench/test-clients/quic/http-connections';
import {
  type Field,
  fieldSection,
  frameOf,
  FrameType,
  requestFields,
  StreamType,
  varint,
} from '@holbench/test-clients/quic/http3-frames';
import { type Fate, QuicClient, type QuicOptions } from '@holbench/test-clients/quic/quic-client';
import {
  damaged,
  type HostileKind,
  LENGTHS,
  pickOf,
  programOf,
  randomBytes,
  type Target,
} from './hostile-kind.ts';

type Act = (client: QuicClient, target: Target, random: SeededRandom) => Promise<void> | void;
type Options = (random: SeededRandom) => Partial<QuicOptions>;

const LONGEST_STAY_MS = 150;

/** A client over QUIC that begins a connection, does what it should not, and leaves. */
function overQuic(
  name: string,
  act: Act,
  { options = () => ({}), waits = true }: { options?: Options; waits?: boolean } = {},
): HostileKind {
  return {
    name,
    appliesTo: ({ protocol }) => isOverQuic(protocol),
    run: async (target, random) => {
      const program = programOf(target);
      const client = QuicClient.begin(program, target.port, options(random));
      if (waits) await client.ready();
      await act(client, target, random);
      await leave(client, random);
      // Who completes a handshake is counted by the program.
      return true;
    },
  };
}

/** Stays for a while, then leaves with a code of HTTP/3, with another, or without a word. */
async function leave(client: QuicClient, random: SeededRandom): Promise<void> {
  if (client.over === null) await delay(random.below(LONGEST_STAY_MS));
  await client.leave(pickOf([null, null, 0x100, 0x102, random.below(2 ** 14)], random));
}

/** The same for a session of WebTransport. */
function inSession(
  name: string,
  act: (client: QuicClient, session: number, target: Target, random: SeededRandom) => void,
): HostileKind {
  const kind = overQuic(name, async (client, target, random) => {
    const session = await openSession(client, target.origin);
    act(client, session, target, random);
  });
  return { ...kind, appliesTo: ({ protocol }) => protocol === 'webtransport' };
}

/** Bytes, frames and streams that no client of the lab sends over QUIC. */
export const QUIC_KINDS: readonly HostileKind[] = [
  overQuic(
    'handshakes that are begun and left',
    (_client, _target, random) => delay(random.below(40)),
    {
      options: (random) => ({ fates: fates(random) }),
      waits: false,
    },
  ),
  overQuic('protocols that are not spoken', () => {}, {
    options: (random) => ({
      alpn: pickOf([['h2'], ['http/1.1', 'hq-interop'], ['h3-29'], ['x'.repeat(255)]], random),
    }),
  }),
  overQuic('packets that are lost, damaged or repeated', requests, {
    options: (random) => ({ fates: fates(random) }),
  }),
  overQuic('damaged frames of HTTP/3', (client, target, random) => {
    if (random.below(2) === 0) client.send(client.nextStream('unidirectional'), control(random));
    for (let count = 1 + random.below(4); count > 0; count--) {
      sendInPieces(client, client.nextStream(), http3Frames(target, random), random);
    }
  }),
  overQuic('streams in one direction that break a rule', (client, target, random) => {
    for (let count = 1 + random.below(5); count > 0; count--) {
      const stream = client.nextStream('unidirectional');
      client.send(stream, oneDirection(random), random.below(4) === 0);
      if (random.below(4) === 0) client.do({ do: 'reset', stream, code: random.below(2 ** 14) });
    }
    return requests(client, target, random);
  }),
  overQuic('frames of QUIC that no client sends', (client, target, random) => {
    client.send(client.nextStream(), requestFrames(target, 'GET', '/covalues'), true);
    for (let count = 1 + random.below(6); count > 0; count--) {
      const [type, payload] = quicFrame(random);
      client.forge(type, payload);
    }
  }),
  overQuic(
    'streams that are opened, and left, stopped or reset',
    async (client, target, random) => {
      const all = requestFrames(target, 'GET', `/covalues/${target.id}/file`);
      for (let count = 1 + random.below(150); count > 0; count--) {
        const stream = client.nextStream();
        client.send(stream, all.subarray(0, random.below(all.length + 1)), random.below(3) === 0);
        const code = random.below(2 ** 14);
        const what = pickOf([null, 'reset', 'stop'] as const, random);
        if (what !== null) client.do({ do: what, stream, code });
        if (random.below(30) === 0) await delay(random.below(10));
      }
    },
  ),
  overQuic(
    'answers that find no room',
    async (client, target, random) => {
      const paths = ['', '/file', '/events'] as const;
      // Not more than others ask for at once: the page would wait for their answers.
      for (let count = 1 + random.below(30); count > 0; count--) {
        const path = `/covalues/${target.id}${pickOf(paths, random)}`;
        client.send(client.nextStream(), requestFrames(target, 'GET', path), true);
      }
      await delay(random.below(LONGEST_STAY_MS));
    },
    {
      options: (random) => ({
        maxData: pickOf([0, 500, 5_000, 1_048_576], random),
        maxStreamData: pickOf([0, 1, 100, 65_536], random),
        windowsGrow: false,
      }),
    },
  ),
  overQuic('bodies that are not as announced, slow, or left', async (client, target, random) => {
    const body = Buffer.from(JSON.stringify({ text: TEXT }));
    for (let count = 1 + random.below(4); count > 0; count--) {
      const stream = client.nextStream();
      const fields = [
        ...requestFields(target.origin, 'POST', '/covalues'),
        ['content-type', 'application/json'],
        ['content-length', pickOf([...LENGTHS, `${body.length}`], random)],
      ] as const;
      client.send(stream, frameOf(FrameType.HEADERS, fieldSection(fields)));
      const frame = frameOf(FrameType.DATA, body, body.length + random.below(3) * 1_000);
      const pieces = 1 + random.below(6);
      for (let piece = 0; piece < pieces; piece++) {
        client.send(stream, part(frame, piece, pieces));
        await delay(random.below(15));
      }
      if (random.below(2) === 0) client.send(stream, Buffer.alloc(0), true);
    }
  }),
  overQuic('a flood of PING, new keys, ids and ports', async (client, target, random) => {
    for (let count = 1 + random.below(12); count > 0; count--) {
      const change = pickOf(['new keys', 'new id', 'new port'] as const, random);
      if (random.below(2) === 0) client.do({ do: 'ping', count: random.below(80) });
      else client.do({ do: change });
      if (random.below(3) === 0) await requests(client, target, random);
    }
  }),
  inSession('damaged requests on streams of a session', (client, session, target, random) => {
    for (let count = 1 + random.below(20); count > 0; count--) {
      const bodyBytes = pickOf([0, 0, 1, 2 ** 20, 1e12, -1], random);
      const path = pickOf([`/covalues/${target.id}`, '/x', '', '/\r\n', '/%00'], random);
      const method = pickOf(['GET', 'POST', 'PUT', 'CONNECT'], random);
      const head = streamHead({ method, path, headers: {}, bodyBytes });
      const body = randomBytes(random.below(30), random);
      const stream = sessionStream(client, session);
      sendInPieces(client, stream, damaged(Buffer.concat([head, body]), random), random);
      if (random.below(4) === 0) client.do({ do: 'stop', stream, code: random.below(2 ** 14) });
    }
  }),
  inSession(
    'datagrams, capsules and streams of other sessions',
    (client, session, _target, random) => {
      for (let count = 1 + random.below(20); count > 0; count--) {
        const bytes = Buffer.concat([
          varint(random.below(3)),
          randomBytes(random.below(200), random),
        ]);
        const way = random.below(4);
        if (way === 0) client.forge(QuicFrame.DATAGRAM, bytes);
        // Frames of DATA there are capsules, RFC 9297 §3.2.
        else if (way === 1) client.send(session, frameOf(FrameType.DATA, bytes));
        else if (way === 2) sessionStream(client, pickOf([2, 4, 2 ** 20], random));
        else client.send(client.nextStream('unidirectional'), Buffer.concat([varint(0x54), bytes]));
      }
    },
  ),
];

function fates(random: SeededRandom): Fate[] {
  const known = ['kept', 'kept', 'lost', 'changed', 'cut', 'repeated'] as const;
  return Array.from({ length: 1 + random.below(9) }, () => pickOf(known, random));
}

function part(bytes: Buffer, index: number, count: number): Buffer {
  const length = Math.ceil(bytes.length / count);
  return bytes.subarray(index * length, (index + 1) * length);
}

function sendInPieces(
  client: QuicClient,
  stream: number,
  bytes: Buffer,
  random: SeededRandom,
): void {
  const pieces = random.below(3) === 0 ? 1 + random.below(8) : 1;
  for (let piece = 0; piece < pieces; piece++) client.send(stream, part(bytes, piece, pieces));
  if (random.below(2) === 0) client.send(stream, Buffer.alloc(0), true);
}

function requestFrames({ origin }: Target, method: string, path: string): Buffer {
  return frameOf(FrameType.HEADERS, fieldSection(requestFields(origin, method, path)));
}

/** Requests, of which one has its answer. */
async function requests(client: QuicClient, target: Target, random: SeededRandom): Promise<void> {
  let stream = 0;
  for (let count = 1 + random.below(5); count > 0; count--) {
    stream = client.nextStream();
    const path = pickOf(['/covalues', `/covalues/${target.id}`, `/%zz`, '*', ''], random);
    client.send(stream, requestFrames(target, pickOf(['GET', 'PATCH'], random), path), true);
  }
  await client.answer(stream, LONGEST_STAY_MS);
}

/** None may be in a request, RFC 9114 §4.2 and §4.3. */
const WRONG_FIELDS = [
  ['Upper', 'x'],
  ['te', 'x'],
  [':path', '/'],
  [':status', '200'],
  ['x', '\0'],
  ['connection', 'close'],
] as const satisfies Field[];

/** Of a request, with other frames between and around them. */
function http3Frames(target: Target, random: SeededRandom): Buffer {
  const method = pickOf(['GET', 'POST'], random);
  const fields = requestFields(target.origin, method, `/covalues/${target.id}`);
  const block = fieldSection(
    random.below(2) === 0 ? fields : [...fields, pickOf<Field>(WRONG_FIELDS, random)],
  );
  const frames = Array.from({ length: random.below(8) }, () => {
    const type = pickOf([0, 0, 1, 1, 3, 4, 5, 7, 13, 2, 0x21, random.below(2 ** 20)], random);
    const isHeaders = type === FrameType.HEADERS;
    const payload = isHeaders ? damaged(block, random) : randomBytes(random.below(60), random);
    return frameOf(type, payload, announced(payload, random));
  });
  const begin = random.below(2) === 0 ? [frameOf(FrameType.HEADERS, block)] : [];
  const all = Buffer.concat([...begin, ...frames]);
  return random.below(2) === 0 ? all : damaged(all, random);
}

/** Its length, or a lie. */
const announced = ({ length }: Buffer, random: SeededRandom): number =>
  random.below(6) === 0 ? pickOf([0, 1, 1e6, 2 ** 30, 2 ** 61], random) : length;

/** The stream that a client must have once, with settings that may not be. */
function control(random: SeededRandom): Buffer {
  const settings = Array.from({ length: random.below(6) }, () => {
    const name = pickOf([1, 1, 6, 6, 7, 2, 4, 8, 0x33, random.below(2 ** 30)], random);
    return Buffer.concat([varint(name), varint(pickOf([0, 1, 2 ** 20, 2 ** 61], random))]);
  });
  const frames = Array.from({ length: random.below(5) }, () => {
    const type = pickOf([0, 1, 3, 4, 5, 7, 13, 13, 0x0f_07_00, random.below(2 ** 14)], random);
    const number = varint(pickOf([0, 1, 2 ** 40], random));
    return frameOf(type, random.below(3) === 0 ? randomBytes(random.below(20), random) : number);
  });
  const first = frameOf(FrameType.SETTINGS, Buffer.concat(settings));
  const all = Buffer.concat([varint(StreamType.CONTROL), first, ...frames]);
  return random.below(3) === 0 ? damaged(all, random) : all;
}

function oneDirection(random: SeededRandom): Buffer {
  const type = pickOf([0x21, 0x54, random.below(2 ** 30), ...Object.values(StreamType)], random);
  if (type === StreamType.CONTROL) return control(random);
  return Buffer.concat([varint(type), randomBytes(random.below(100), random)]);
}

/** Frames of QUIC, RFC 9000 §19. */
const QuicFrame = { DATAGRAM: 0x30, LAST: 0x1e } as const;

/** A number that fits nothing, or a small one. */
const anyNumber = (random: SeededRandom): number =>
  pickOf([0, 1, 4, random.below(300), 2 ** 20, 2 ** 61], random);

/** The type and what follows it: numbers, as most frames have, or random bytes. */
function quicFrame(random: SeededRandom): readonly [type: number, payload: Buffer] {
  const known = random.below(QuicFrame.LAST + 1);
  const type = pickOf([known, known, known, QuicFrame.DATAGRAM, random.below(2 ** 30)], random);
  const numbers = Array.from({ length: 1 + random.below(4) }, () => varint(anyNumber(random)));
  const rest = randomBytes(random.below(40), random);
  return [type, Buffer.concat([...(random.below(4) > 0 ? numbers : []), rest])];
}
