import { integer } from '../http2-frames.ts';

/** Frames of HTTP/3, RFC 9114 §7.2. */
export const FrameType = {
  DATA: 0,
  HEADERS: 1,
  CANCEL_PUSH: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  GOAWAY: 7,
  MAX_PUSH_ID: 13,
} as const;

/** Streams in one direction, RFC 9114 §6.2 and RFC 9204 §4.2. */
export const StreamType = { CONTROL: 0, PUSH: 1, QPACK_ENCODER: 2, QPACK_DECODER: 3 } as const;

/** RFC 9000 §16: in as few bytes as it needs. @param value below 2 ** 62. */
export function varint(value: number): Buffer {
  const log = [2 ** 6, 2 ** 14, 2 ** 30, 2 ** 62].findIndex((limit) => value < limit);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  const encoded = bytes.subarray(8 - 2 ** log);
  encoded[0] = (encoded[0] ?? 0) | (log << 6);
  return encoded;
}

/** @param length what its header says, true or not. */
export function frameOf(type: number, payload: Uint8Array, length = payload.length): Buffer {
  return Buffer.concat([varint(type), varint(length), payload]);
}

/** Name and value. */
export type Field = readonly [string, string];

/** A field section with nothing for a dynamic table and no Huffman code, RFC 9204 §4.5: with literal names. */
export function fieldSection(fields: readonly Field[]): Buffer {
  // Of a required insert count and a base of 0.
  return Buffer.concat([Buffer.alloc(2), ...fields.map(fieldLine)]);
}

const LITERAL_NAME = 0x20;

function fieldLine([name, value]: Field): Buffer {
  const nameLength = integer(3, name.length);
  nameLength[0] = (nameLength[0] ?? 0) | LITERAL_NAME;
  const texts = [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')] as const;
  return Buffer.concat([nameLength, texts[0], integer(7, value.length), texts[1]]);
}

/** The fields that begin a request, RFC 9114 §4.3.1. */
export function requestFields(origin: string, method: string, path: string): readonly Field[] {
  return [
    [':method', method],
    [':scheme', 'https'],
    [':authority', new URL(origin).host],
    [':path', path],
  ];
}
