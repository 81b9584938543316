import { describe, expect, test } from 'vitest';
import { Flag, frameOf, FrameReader, FrameType, MAX_FRAME_BYTES } from './http2-frames.ts';

function read(pieces: readonly Buffer[]): unknown[] {
  const seen: unknown[] = [];
  let data = '';
  const reader = new FrameReader({
    data: (_stream, piece) => (data += piece.toString()),
    dataEnd: (stream, flags, length) => {
      seen.push(['DATA', stream, flags, length, data]);
      data = '';
    },
    frame: (type, flags, stream, payload) =>
      seen.push([type, flags, stream, payload.toString('hex')]),
  });
  for (const piece of pieces) reader.receive(piece);
  return seen;
}

describe('frames', () => {
  test('are written with length, type, flags and stream', () => {
    const frame = frameOf(FrameType.DATA, Flag.END_STREAM, 0x12345, Buffer.from('ab'));
    expect(frame.toString('hex')).toBe('0000020001000123456162');
  });

  test('are read, split anywhere', () => {
    const padding = Buffer.alloc(3);
    const bytes = Buffer.concat([
      frameOf(FrameType.SETTINGS, 0, 0, Buffer.alloc(0)),
      frameOf(FrameType.HEADERS, Flag.END_HEADERS, 1, Buffer.of(0x88)),
      frameOf(FrameType.DATA, 0, 1, Buffer.from('hello')),
      frameOf(
        FrameType.DATA,
        Flag.PADDED,
        1,
        Buffer.concat([Buffer.of(3), Buffer.from('w'), padding]),
      ),
      frameOf(FrameType.DATA, Flag.PADDED, 1, Buffer.of(0)),
      frameOf(FrameType.DATA, Flag.PADDED, 1, Buffer.concat([Buffer.of(3), padding])),
      frameOf(FrameType.DATA, Flag.END_STREAM, 1, Buffer.alloc(0)),
      frameOf(FrameType.PING, 0, 0, Buffer.from('12345678')),
    ]);
    const expected = [
      [FrameType.SETTINGS, 0, 0, ''],
      [FrameType.HEADERS, Flag.END_HEADERS, 1, '88'],
      ['DATA', 1, 0, 5, 'hello'],
      ['DATA', 1, Flag.PADDED, 5, 'w'],
      ['DATA', 1, Flag.PADDED, 1, ''],
      ['DATA', 1, Flag.PADDED, 4, ''],
      ['DATA', 1, Flag.END_STREAM, 0, ''],
      [FrameType.PING, 0, 0, '3132333435363738'],
    ];
    for (let split = 0; split <= bytes.length; split++) {
      const pieces = [bytes.subarray(0, split), bytes.subarray(split)];
      expect(read(pieces), `split at ${split}`).toEqual(expected);
    }
    expect(read(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(expected);
  });

  test('data comes before the end of its frame', () => {
    const pieces: string[] = [];
    const reader = new FrameReader({
      data: (stream, piece) => pieces.push(`${stream} ${piece.toString()}`),
      dataEnd: () => pieces.push('end'),
      frame: () => {},
    });
    reader.receive(frameOf(FrameType.DATA, 0, 3, Buffer.from('hello')).subarray(0, 11));
    expect(pieces).toEqual(['3 he']);
  });

  test.each([
    ['over the limit', frameOf(FrameType.DATA, 0, 1, Buffer.alloc(MAX_FRAME_BYTES + 1)), '16385'],
    ['of padding alone', frameOf(FrameType.DATA, Flag.PADDED, 1, Buffer.of(1)), 'over its end'],
    [
      'without padding',
      frameOf(FrameType.DATA, Flag.PADDED, 1, Buffer.alloc(0)),
      'without the length',
    ],
  ])('a frame %s is an error', (_name, frame, message) => {
    expect(() => read([frame])).toThrow(message);
  });
});
