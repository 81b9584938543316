import { expect, test } from 'vitest';
import { BETWEEN, wireFields } from './fields.ts';
import type { Transport } from './packet.ts';
import { readWire } from './read-wire.ts';

type Line = Readonly<Record<string, string | readonly string[]>>;

/** Lines as tshark prints them. */
async function* lines(transport: Transport, all: readonly Line[]): AsyncGenerator<string> {
  for (const values of all) {
    const texts = wireFields(transport).map((field) => [values[field] ?? []].flat().join(BETWEEN));
    yield texts.join('\t');
  }
}

const read = (transport: Transport, ...all: readonly Line[]) =>
  readWire(lines(transport, all), transport, 8443);

const UP = {
  'frame.time_epoch': '1.5',
  'ip.id': '0x0001',
  'ip.len': '100',
  'tcp.srcport': '40000',
  'tcp.dstport': '8443',
  'tcp.seq': '1',
  'tcp.len': '48',
} as const;
const DOWN = { ...UP, 'tcp.srcport': '8443', 'tcp.dstport': '40000' } as const;

test('a segment has its bytes from 0 on, and one without payload is left out', async () => {
  const packets = await read('tcp', UP, { ...DOWN, 'tcp.len': '0' });
  expect(packets).toEqual([
    {
      atMs: 1_500,
      id: '0x0001/1',
      port: 40_000,
      fromClient: true,
      bytes: 100,
      spans: [{ stream: 0, from: 0, to: 48 }],
      recordEnds: [],
      ended: [],
    },
  ]);
});

test('requests of HTTP/1.1 are told by method and path', async () => {
  const request = (method: string, uri: string) => ({
    ...UP,
    'http.request.method': method,
    'http.request.uri': uri,
  });
  const packets = await read(
    'tcp',
    request('GET', '/covalues/co_1?op=3'),
    request('PATCH', '/covalues/co_1?op=4'),
    request('GET', '/covalues/co_1/file?op=5'),
    request('GET', '/covalues?op=1'),
  );
  const whats = packets.map(({ ended }) => ended.map(({ what }) => what));
  expect(whats).toEqual([['load'], ['other'], ['other'], ['other']]);
});

test('an exchange of HTTP/2 ends where its stream does', async () => {
  const packets = await read(
    'tcp',
    {
      ...UP,
      'http2.streamid': ['5', '7'],
      'http2.type': ['1', '1'],
      'http2.flags': ['0x25', '0x24'],
      'http2.length': ['49', '73'],
      'http2.headers.method': ['GET', 'PATCH'],
      'http2.headers.path': ['/covalues/co_1?op=3', '/covalues/co_2?op=4'],
    },
    {
      ...UP,
      'http2.streamid': '7',
      'http2.type': '0',
      'http2.flags': '0x01',
      'http2.length': '20',
    },
    {
      ...DOWN,
      'http2.streamid': ['5', '9', '5'],
      'http2.type': ['1', '0', '0'],
      'http2.flags': ['0x04', '0x00', '0x01'],
      'http2.length': ['10', '16384', '5588'],
    },
  );
  expect(packets.map(({ ended }) => ended)).toEqual([
    [{ what: 'load', key: '40000/5', bytes: null }],
    [{ what: 'other', key: '40000/7', bytes: null }],
    [{ what: 'answer', key: '40000/5', bytes: 5_598 }],
  ]);
});

test('messages of a WebSocket are told by type and request', async () => {
  const text = (json: string) => ({ ...UP, 'websocket.payload.text': json });
  const packets = await read(
    'tcp',
    text('{"type":"load","id":"co_1","requestId":3}'),
    text('{"type":"mutate","id":"co_1","mutation":{"title":"a b"},"requestId":4}'),
    text('{"type":"loaded","requestId":3,"covalue":{}}'),
    text('{"type":"event","id":"co_1","eventId":1,"mutation":{"title":"a b"}}'),
    text('{"type":"load","id":"co_1","requestId":5}\\n{"type":"load","id":"co_2","requestId":6}'),
  );
  expect(packets.map(({ ended }) => ended.map(({ what, key }) => `${what} ${key}`))).toEqual([
    ['load 40000/3'],
    [],
    ['answer 40000/3'],
    [],
    ['load 40000/5', 'load 40000/6'],
  ]);
});

test('records of TLS fill each direction of a connection: a packet has the ends of those that it completes', async () => {
  const packets = await read(
    'tcp',
    { ...DOWN, 'tcp.len': '1448', 'tls.record.length': ['100', '200'] },
    { ...UP, 'tls.record.length': '43' },
    { ...DOWN, 'tcp.seq': '1449', 'tcp.len': '1448' },
    { ...DOWN, 'tcp.seq': '2897', 'tcp.len': '1448', 'tls.record.length': '3000' },
    { ...DOWN, 'tcp.dstport': '40001', 'tls.record.length': '9' },
  );
  expect(packets.map(({ recordEnds }) => recordEnds)).toEqual([
    [105, 310],
    [48],
    [],
    [3_315],
    [14],
  ]);
});

test('an alert of TLS ends a connection, and no answer', async () => {
  const [packet] = await read('tcp', { ...DOWN, 'tls.alert_message.desc': '0' });
  expect(packet?.ended).toEqual([{ what: 'close', key: null, bytes: null }]);
});

const QUIC = {
  'frame.time_epoch': '2',
  'ip.len': '1228',
  'udp.srcport': '8443',
  'udp.dstport': '40000',
  'quic.packet_number': ['7', '8'],
} as const;

test('frames of QUIC have an offset of their own, and a stream’s end is a byte', async () => {
  const packets = await read(
    'quic',
    {
      ...QUIC,
      'quic.stream.stream_id': ['2', '4', '8'],
      'quic.stream.off': ['1', '0', '1'],
      'quic.stream.offset': ['39', '5642'],
      'quic.stream.fin': ['0', '0', '1'],
      'quic.stream_data': ['80ff', '00', '<MISSING>'],
    },
    QUIC,
  );
  expect(packets).toEqual([
    {
      atMs: 2_000,
      id: '7,8',
      port: 40_000,
      fromClient: false,
      bytes: 1_228,
      spans: [
        { stream: 2, from: 39, to: 41 },
        { stream: 4, from: 0, to: 1 },
        { stream: 8, from: 5_642, to: 5_643 },
      ],
      recordEnds: [],
      ended: [],
    },
  ]);
});

test('a line that lacks a number is refused', async () => {
  await expect(read('tcp', { ...UP, 'ip.len': '' })).rejects.toThrow(
    'tshark printed no number as ip.len',
  );
});
