import { FieldReader } from './http2-field-reader.ts';
import { FRAME_HEADER_BYTES } from './http2-frames.ts';
import type { SerialRequest } from './http-session.ts';

/** Names in the static table, RFC 7541 appendix A. */
const StaticName = {
  AUTHORITY: 1,
  METHOD: 2,
  PATH: 4,
  /** To 14, each with a value of its own. */
  STATUS: 8,
  CONTENT_LENGTH: 28,
  CONTENT_TYPE: 31,
} as const;
const STATIC_STATUS = [200, 204, 206, 304, 400, 404, 500] as const;
const INDEXED_GET = 0x82;
const INDEXED_POST = 0x83;
const INDEXED_HTTPS = 0x87;

/** More than what a request has besides its texts. */
const OVERHEAD_BYTES = 64;
const CONTENT_TYPE = 'application/json';

/**
 * The header block of a request, with nothing for a dynamic table and no Huffman code.
 * @returns it after the room for the header of its frame.
 */
export function requestHeaders(authority: string, request: SerialRequest, length: number): Buffer {
  const { method, path, body } = request;
  const texts = authority.length + path.length + method.length + CONTENT_TYPE.length;
  const block = Buffer.allocUnsafe(FRAME_HEADER_BYTES + OVERHEAD_BYTES + texts);
  let at = FRAME_HEADER_BYTES;
  if (method === 'PATCH') at = writeField(block, at, StaticName.METHOD, method);
  else block[at++] = method === 'GET' ? INDEXED_GET : INDEXED_POST;
  block[at++] = INDEXED_HTTPS;
  at = writeField(block, at, StaticName.AUTHORITY, authority);
  at = writeField(block, at, StaticName.PATH, path);
  if (body !== null) {
    at = writeField(block, at, StaticName.CONTENT_TYPE, CONTENT_TYPE);
    at = writeField(block, at, StaticName.CONTENT_LENGTH, String(length));
  }
  return block.subarray(0, at);
}

/** A literal without indexing, RFC 7541 §6.2.2. @returns the place after it. */
function writeField(block: Buffer, from: number, name: number, value: string): number {
  const afterName = writeInteger(block, from, 4, name);
  const at = writeInteger(block, afterName, 7, value.length);
  return at + block.write(value, at, 'latin1');
}

/** RFC 7541 §5.1, with zeros before the prefix. @returns the place after it. */
export function writeInteger(
  block: Buffer,
  from: number,
  prefixBits: number,
  value: number,
): number {
  const most = 2 ** prefixBits - 1;
  let at = from;
  if (value < most) {
    block[at++] = value;
    return at;
  }
  block[at++] = most;
  let rest = value - most;
  for (; rest >= 0x80; rest >>>= 7) block[at++] = 0x80 | (rest & 0x7f);
  block[at++] = rest;
  return at;
}

export interface AnswerHead {
  readonly status: number;
  readonly contentLength: number | null;
}

/**
 * Reads an answer's header block for an endpoint that allows no dynamic table. Only the digits of
 * `:status` and `content-length` are decoded; everything else is skipped by its length.
 * @throws Error for a block that is not valid, or has no `:status`.
 */
export function readAnswerHead(block: Buffer): AnswerHead {
  const reader = new FieldReader(block);
  let status = 0;
  let contentLength: number | null = null;
  reader.skipSizeUpdates();
  while (!reader.isAtEnd) {
    const first = reader.peek();
    if (first >= 0x80) {
      const index = reader.index(7);
      if (index === 0) throw new Error('a header field with index 0');
      status = STATIC_STATUS[index - StaticName.STATUS] ?? status;
      continue;
    }
    if (first >> 5 === 1) throw new Error('a table size update after a header field');
    const name = reader.index(first >= 0x40 ? 6 : 4);
    if (name === 0) reader.skipString();
    if (STATIC_STATUS[name - StaticName.STATUS] !== undefined) status = reader.number();
    else if (name === StaticName.CONTENT_LENGTH) contentLength = reader.number();
    else reader.skipString();
  }
  if (status < 200 || status > 599) throw new Error(`an answer with the status ${status}`);
  return { status, contentLength };
}
