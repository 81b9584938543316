import { createSocket } from 'node:dgram';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import type { SeededRandom } from '@holbench/stats/seeded-random';
import { Flag, frameOf, FrameType, getRequest, PREFACE } from '@holbench/test-clients/http2-frames';
import { httpProtocol, isOverQuic } from '@holbench/variants/protocols';
import type { Variant } from '@holbench/variants/registry';
import {
  damaged,
  type HostileKind,
  LENGTHS,
  pickOf,
  randomBytes,
  type Target,
} from './hostile-kind.ts';
import { HostileSocket } from './hostile-socket.ts';

const listensOnTcp = (variant: Variant): boolean => httpProtocol(variant) !== 'h3';
const speaks = (protocol: 'http/1.1' | 'h2') => (variant: Variant) =>
  httpProtocol(variant) === protocol;

/** A client of TCP that sends bytes, and leaves. */
function sending(
  name: string,
  appliesTo: HostileKind['appliesTo'],
  alpn: (variant: Variant, random: SeededRandom) => string | null,
  bytesOf: (target: Target, random: SeededRandom) => Buffer,
): HostileKind {
  return {
    name,
    appliesTo,
    run: async (target, random) => {
      const socket = await HostileSocket.open(target.port, alpn(target.variant, random));
      const { isOpen } = socket;
      await socket.send(bytesOf(target, random), random);
      await socket.leave(random);
      return isOpen;
    },
  };
}

const own = (variant: Variant): string => httpProtocol(variant);

/** Bytes, lines and frames that no client of the lab sends. */
export const BYTE_KINDS: readonly HostileKind[] = [
  sending(
    'bytes instead of a handshake of TLS',
    listensOnTcp,
    () => null,
    (_target, random) => clientHello(random),
  ),
  sending('bytes instead of a request', listensOnTcp, own, (_target, random) =>
    randomBytes(random.below(3_000), random),
  ),
  sending('damaged requests of HTTP/1.1', speaks('http/1.1'), own, http1Requests),
  sending('damaged frames of HTTP/2', speaks('h2'), own, http2Frames),
  {
    name: 'damaged frames of a WebSocket',
    appliesTo: (variant) =>
      variant.transport === 'websocket' && httpProtocol(variant) === 'http/1.1',
    run: async ({ port }, random) => {
      const socket = await HostileSocket.open(port, 'http/1.1');
      await socket.send(Buffer.from(UPGRADE), random);
      const isUpgraded = (await socket.answer()).includes(' 101 ');
      if (isUpgraded) await socket.send(webSocketFrames(random), random);
      await socket.leave(random);
      return isUpgraded;
    },
  },
  {
    name: 'datagrams that are no QUIC',
    appliesTo: ({ protocol }) => isOverQuic(protocol),
    run: async ({ port }, random) => {
      const socket = createSocket('udp4');
      socket.on('error', () => {});
      for (let count = 1 + random.below(20); count > 0; count--) {
        await new Promise((sent) => socket.send(datagram(random), port, '127.0.0.1', sent));
      }
      socket.close();
      return true;
    },
  },
];

/** The begin of a ClientHello (RFC 8446 §4.1.2), or anything. */
function clientHello(random: SeededRandom): Buffer {
  const length = random.below(600);
  const rest = randomBytes(length, random);
  if (random.below(2) === 0) return rest;
  return Buffer.concat([Buffer.from([0x16, 3, 1, length >> 8, length & 0xff, 1]), rest]);
}

/**
 * Long header (RFC 9000 §17.2) of a version of QUIC, of none, of negotiation, or anything; an Initial has at least
 * 1 200 bytes.
 */
function datagram(random: SeededRandom): Buffer {
  const bytes = randomBytes(pickOf([1, 20, 600, 1_200, 1_250], random), random);
  const version = pickOf(
    [
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0x6b, 0x33, 0x43, 0xcf],
      [0, 0, 0, 0],
      [9, 9, 9, 9],
    ],
    random,
  );
  const begin = [0xc0 | random.below(64), ...version, pickOf([8, 8, 0, 20, 255], random)];
  if (random.below(3) > 0) bytes.set(begin.slice(0, bytes.length), 0);
  return bytes;
}

const UPGRADE =
  'GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
  `sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: ${WEBSOCKET_SUBPROTOCOL}\r\n\r\n`;
const UNKNOWN = 'co_ffffffffffffffff';

function http1Requests({ id }: Target, random: SeededRandom): Buffer {
  const long = 'x'.repeat(random.below(20_000));
  const length = pickOf(LENGTHS, random);
  const requests = Array.from({ length: 1 + random.below(3) }, () =>
    pickOf(
      [
        `GET /covalues/${id} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
        `GET /covalues/${id}/file HTTP/1.1\r\nhost: localhost\r\nrange: bytes=0-\r\n\r\n`,
        `GET /covalues/${id}/events HTTP/1.1\r\nhost: localhost\r\nlast-event-id: ${length}\r\n\r\n`,
        `POST /covalues HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{"tex`,
        `POST /covalues HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nfffff\r\n{}\r\n0\r\n\r\n`,
        `POST /covalues HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
        `PUT /covalues/${UNKNOWN}/file/chunks/${length} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/octet-stream\r\ncontent-length: 1\r\n\r\nx`,
        `GET /${long} HTTP/1.1\r\nhost: localhost\r\nx: ${long}\r\n\r\n`,
        'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 3\r\n\r\n',
        UPGRADE.replace('13', length),
      ],
      random,
    ),
  );
  return damaged(Buffer.from(requests.join('')), random);
}

function http2Frames({ id }: Target, random: SeededRandom): Buffer {
  const block = getRequest('localhost', `/covalues/${id}`);
  const frames = Array.from({ length: random.below(20) }, () => {
    const stream = pickOf([0, 1, 1, 2, 3, 5, 2 ** 31 - 1], random);
    const flags = pickOf([0, Flag.END_STREAM, Flag.END_HEADERS, 5, random.below(256)], random);
    const isHeaders = random.below(3) === 0;
    if (isHeaders) return frameOf(FrameType.HEADERS, flags, stream, damaged(block, random));
    return frameOf(random.below(11), flags, stream, randomBytes(random.below(40), random));
  });
  const settings = frameOf(FrameType.SETTINGS, 0, 0, Buffer.alloc(0));
  const all = Buffer.concat([settings, ...frames]);
  return Buffer.concat([PREFACE, random.below(2) === 0 ? all : damaged(all, random)]);
}

/** Frames of RFC 6455 §5.2 with any opcode, reserved bits, lengths, with or without a mask. */
function webSocketFrames(random: SeededRandom): Buffer {
  const frames = Array.from({ length: 1 + random.below(8) }, () => {
    const payload = randomBytes(random.below(300), random);
    const first = pickOf([0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8a, random.below(256)], random);
    const masked = random.below(4) === 0 ? 0 : 0x80;
    const lie = random.below(6) === 0 ? random.below(126) : Math.min(payload.length, 125);
    const long = Buffer.from([
      first,
      masked | pickOf([126, 127], random),
      ...randomBytes(8, random),
    ]);
    const head = random.below(6) === 0 ? long : Buffer.from([first, masked | lie]);
    // A mask of zeros leaves the payload as it is.
    return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), payload.subarray(0, 125)]);
  });
  return Buffer.concat(frames);
}
