import { describe, expect, test } from 'vitest';
import { Flag, frameOf, FrameType } from './http2-frames.ts';
import { Http2Session } from './http2-session.ts';
import { RecordingSink } from './test/recording-sink.ts';

const REQUEST = { method: 'GET', path: '/', body: null } as const;
const NOTHING = Buffer.alloc(0);
const SETTINGS = frameOf(FrameType.SETTINGS, 0, 0, NOTHING);
const compact = (text: string): string => text.replaceAll(' ', '');
const hex = (text: string): Buffer => Buffer.from(compact(text), 'hex');

/** A session that has got the server's settings, with a request on stream 1 unless `body` is given. */
function opened(body: string | null = null) {
  let written: Buffer[] = [];
  const session = new Http2Session('lab', (bytes) => void written.push(Buffer.from(bytes)));
  session.receive(SETTINGS);
  written = [];
  const sink = new RecordingSink();
  session.request(body === null ? REQUEST : { method: 'POST', path: '/', body }, sink);
  /** @returns what it has written since the last call, in hexadecimal. */
  const taken = (): string => {
    const bytes = Buffer.concat(written).toString('hex');
    written = [];
    return bytes;
  };
  const receive = (type: number, flags: number, stream: number, payload: Buffer): void =>
    session.receive(frameOf(type, flags, stream, payload));
  return { session, sink, taken, receive };
}

const HEAD = [FrameType.HEADERS, Flag.END_HEADERS, 1, Buffer.of(0x88)] as const;

describe('HTTP/2', () => {
  test('begins with the preface, settings and the window of the connection', () => {
    const written: Buffer[] = [];
    const session = new Http2Session('lab', (bytes) => void written.push(Buffer.from(bytes)));
    const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    const settings = hex('000012 04 00 00000000 000100000001 000200000000 000400600000');
    const window = hex('000004 08 00 00000000 00ef0001');
    expect(written).toEqual([Buffer.concat([preface, settings, window])]);
    session.receive(SETTINGS);
    expect(written[1]).toEqual(hex('000000 04 01 00000000'));
  });

  test('a request, and the next on the next stream', () => {
    const { session, taken } = opened();
    expect(taken()).toBe(compact('00000a 01 05 00000001 8287 01036c6162 04012f'));
    session.request(REQUEST, new RecordingSink());
    expect(taken()).toBe(compact('00000a 01 05 00000003 8287 01036c6162 04012f'));
  });

  test('an answer, split anywhere', () => {
    const bytes = Buffer.concat([
      frameOf(FrameType.HEADERS, 0, 1, Buffer.of(0x88)),
      frameOf(FrameType.CONTINUATION, 0, 1, NOTHING),
      frameOf(FrameType.CONTINUATION, Flag.END_HEADERS, 1, hex('0f0d0135')),
      frameOf(FrameType.DATA, 0, 1, Buffer.from('he')),
      frameOf(FrameType.DATA, Flag.END_STREAM | Flag.PADDED, 1, hex('02 6c6c6f 0000')),
    ]);
    for (let split = 0; split <= bytes.length; split++) {
      const { session, sink } = opened();
      session.receive(bytes.subarray(0, split));
      session.receive(bytes.subarray(split));
      expect([sink.answer, sink.ended], `split at ${split}`).toEqual([[200, 5, 'hello'], true]);
    }
  });

  test('HEADERS with padding and priority, which end the answer', () => {
    const { sink, receive } = opened();
    const flags = Flag.END_HEADERS | Flag.END_STREAM | Flag.PADDED | Flag.PRIORITY;
    receive(FrameType.HEADERS, flags, 1, hex('02 0000000010 8d 0000'));
    expect([sink.answer, sink.ended]).toEqual([[404, null, ''], true]);
  });

  test('a body waits for the windows of stream and connection, and for frames', () => {
    const body = 'x'.repeat(70_000);
    const { taken, receive } = opened(body);
    const headers =
      '000025010400000001' +
      '8387 01036c6162 04012f 0f10106170706c69636174696f6e2f6a736f6e 0f0d053730303030';
    const data = (length: number, flags = 0): string =>
      `00${length.toString(16).padStart(4, '0')}000${flags}00000001${'78'.repeat(length)}`;
    // The initial window: 65 535 bytes, in frames of 16 384.
    const first = data(16_384).repeat(3) + data(16_383);
    expect(taken()).toBe(compact(headers) + first);
    receive(FrameType.WINDOW_UPDATE, 0, 1, hex('00010000'));
    expect(taken()).toBe('');
    receive(FrameType.WINDOW_UPDATE, 0, 0, hex('00000010'));
    expect(taken()).toBe(data(16));
    receive(FrameType.WINDOW_UPDATE, 0, 0, hex('00010000'));
    expect(taken()).toBe(data(70_000 - 65_535 - 16, Flag.END_STREAM));
  });

  test("the server's initial window changes open streams, too", () => {
    const { taken, receive } = opened('x'.repeat(65_536));
    taken();
    receive(FrameType.WINDOW_UPDATE, 0, 0, hex('00010000'));
    expect(taken()).toBe('');
    receive(FrameType.SETTINGS, 0, 0, hex('0004 00010000'));
    expect(taken()).toBe(compact('000000040100000000 000001000100000001 78'));
  });

  test('an answer before the end of the body cancels the rest', () => {
    const { sink, taken, receive } = opened('x'.repeat(70_000));
    taken();
    receive(FrameType.HEADERS, Flag.END_HEADERS | Flag.END_STREAM, 1, Buffer.of(0x8c));
    expect([sink.answer[0], sink.ended]).toEqual([400, true]);
    expect(taken()).toBe('00000403000000000100000008');
  });

  test('gives back received bytes when half of a window is used, padding included', () => {
    const { taken, receive } = opened();
    receive(...HEAD);
    taken();
    const piece = Buffer.alloc(16_384);
    const pieces = (count: number, stream = 1): void => {
      for (let sent = 0; sent < count; sent++) receive(FrameType.DATA, Flag.PADDED, stream, piece);
    };
    pieces(191);
    expect(taken()).toBe('');
    pieces(1);
    expect(taken()).toBe(compact('000004080000000001 00300000'));
    pieces(287);
    expect(taken()).toBe(compact('000004080000000001 00300000'));
    pieces(1);
    expect(taken()).toBe(compact('000004080000000000 00780000'));
  });

  test('acknowledges SETTINGS and PING, but no acknowledgement', () => {
    const { taken, receive } = opened();
    taken();
    receive(FrameType.PING, Flag.ACK, 0, Buffer.alloc(8));
    receive(FrameType.SETTINGS, Flag.ACK, 0, NOTHING);
    expect(taken()).toBe('');
    receive(FrameType.PING, 0, 0, hex('0102030405060708'));
    expect(taken()).toBe(compact('000008060100000000 0102030405060708'));
  });

  test('PRIORITY and extensions are ignored', () => {
    const { sink, taken, receive } = opened();
    taken();
    receive(FrameType.PRIORITY, 0, 1, Buffer.alloc(5));
    receive(0x0c, 0, 0, Buffer.alloc(5));
    expect([taken(), sink.failure]).toEqual(['', null]);
  });

  test('RST_STREAM fails its stream alone', () => {
    const { session, sink, receive } = opened();
    const second = new RecordingSink();
    session.request(REQUEST, second);
    receive(FrameType.RST_STREAM, 0, 1, hex('00000007'));
    expect(sink.failure).toBe('the server reset the stream (error 7)');
    receive(FrameType.HEADERS, Flag.END_HEADERS | Flag.END_STREAM, 3, Buffer.of(0x88));
    expect([second.answer[0], second.ended]).toEqual([200, true]);
  });

  test('after GOAWAY only the streams that it names are answered', () => {
    const { session, sink, receive } = opened();
    const [second, third] = [new RecordingSink(), new RecordingSink()];
    session.request(REQUEST, second);
    receive(FrameType.GOAWAY, 0, 0, hex('00000001 0000000b'));
    session.request(REQUEST, third);
    const reason = 'the server leaves (GOAWAY, error 11)';
    expect([second.failure, third.failure]).toEqual([reason, reason]);
    receive(FrameType.HEADERS, Flag.END_HEADERS | Flag.END_STREAM, 1, Buffer.of(0x88));
    expect(sink.ended).toBe(true);
  });

  test('a close fails what is open, and later requests', () => {
    const { session, sink } = opened();
    session.close(new Error('closed'));
    const later = new RecordingSink();
    session.request(REQUEST, later);
    expect([sink.failure, later.failure]).toEqual(['closed', 'closed']);
  });

  const LAST = Flag.END_HEADERS | Flag.END_STREAM;
  test.each([
    ['PUSH_PROMISE', [[FrameType.PUSH_PROMISE, 4, 1, NOTHING]], 'a PUSH_PROMISE'],
    ['DATA before a head', [[FrameType.DATA, 0, 1, hex('61')]], 'DATA on stream 1'],
    ['DATA on no stream', [[FrameType.DATA, 0, 9, hex('61')]], 'DATA on stream 9'],
    ['HEADERS on no stream', [[FrameType.HEADERS, LAST, 5, hex('88')]], 'HEADERS on stream 5'],
    ['a second head', [HEAD, HEAD], 'a second head on stream 1'],
    [
      'a lone CONTINUATION',
      [[FrameType.CONTINUATION, 4, 1, hex('88')]],
      'CONTINUATION of no HEADERS',
    ],
    [
      'another frame within headers',
      [
        [FrameType.HEADERS, 0, 1, hex('88')],
        [FrameType.PING, 0, 0, Buffer.alloc(8)],
      ],
      'within the headers of stream 1',
    ],
    [
      'endless headers',
      [
        [FrameType.HEADERS, 0, 1, Buffer.alloc(16_384)],
        [FrameType.CONTINUATION, 0, 1, hex('88')],
      ],
      'a head over 16384 bytes',
    ],
    [
      'padding over the end',
      [[FrameType.HEADERS, LAST | Flag.PADDED, 1, hex('0288')]],
      'HEADERS of padding',
    ],
    ['a window update of 0', [[FrameType.WINDOW_UPDATE, 0, 0, Buffer.alloc(4)]], 'of 0 bytes'],
    ['a short PING', [[FrameType.PING, 0, 0, NOTHING]], 'PING of 0 bytes'],
    ['a short GOAWAY', [[FrameType.GOAWAY, 0, 0, NOTHING]], 'GOAWAY of 0 bytes'],
    ['odd SETTINGS', [[FrameType.SETTINGS, 0, 0, hex('00')]], 'SETTINGS of 1 bytes'],
  ] as const)('%s is an error', (_name, frames, message) => {
    const { receive } = opened();
    expect(() => {
      for (const [type, flags, stream, payload] of frames) receive(type, flags, stream, payload);
    }).toThrow(message);
  });

  test('a connection that does not begin with SETTINGS is none', () => {
    const session = new Http2Session('lab', () => {});
    const ping = frameOf(FrameType.PING, 0, 0, Buffer.alloc(8));
    expect(() => session.receive(ping)).toThrow('begins with a frame of type 6');
    const http1 = new Http2Session('lab', () => {});
    expect(() => http1.receive(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))).toThrow(
      'a frame of',
    );
  });
});
