/** HTTP/2 as bytes, RFC 9113: what clients send that `node:http2` would not. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Frames, RFC 9113 §6. */
export const FrameType = { HEADERS: 1, SETTINGS: 4, PING: 6, WINDOW_UPDATE: 8 } as const;
export const Flag = { END_STREAM: 1, END_HEADERS: 4 } as const;

/** RFC 9113 §4.1. */
export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = type;
  header[4] = flags;
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

/** Names in the static table, RFC 7541 appendix A; those of `GET` and `https` have their values. */
const INDEXED_GET = 0x82;
const INDEXED_HTTPS = 0x87;
const AUTHORITY = 1;
const PATH = 4;

/** The header block of a request, with nothing for a dynamic table and no Huffman code. */
export function getRequest(authority: string, path: string): Buffer {
  return Buffer.concat([
    Buffer.of(INDEXED_GET, INDEXED_HTTPS),
    field(AUTHORITY, authority),
    field(PATH, path),
  ]);
}

/** A literal without indexing, RFC 7541 §6.2.2. */
const field = (name: number, value: string): Buffer =>
  Buffer.concat([integer(4, name), integer(7, value.length), Buffer.from(value, 'latin1')]);

/** RFC 7541 §5.1, with zeros before the prefix. */
export function integer(prefixBits: number, value: number): Buffer {
  const most = 2 ** prefixBits - 1;
  if (value < most) return Buffer.of(value);
  const bytes = [most];
  let rest = value - most;
  for (; rest >= 0x80; rest >>>= 7) bytes.push(0x80 | (rest & 0x7f));
  return Buffer.of(...bytes, rest);
}
