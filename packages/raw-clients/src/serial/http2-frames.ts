/** Frames of HTTP/2, RFC 9113 §4.1 and §6. */
export const FrameType = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
} as const;

export const Flag = { ACK: 1, END_STREAM: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 0x20 } as const;

/** As long as the other end may send them without being told otherwise. */
export const MAX_FRAME_BYTES = 16_384;
export const FRAME_HEADER_BYTES = 9;

const EMPTY = Buffer.alloc(0);

/** Writes a frame's header at the beginning of `frame`; its payload is the rest. */
export function writeFrameHeader(frame: Buffer, type: number, flags: number, stream: number): void {
  frame.writeUIntBE(frame.length - FRAME_HEADER_BYTES, 0, 3);
  frame[3] = type;
  frame[4] = flags;
  frame.writeUInt32BE(stream, 5);
}

export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + payload.length);
  writeFrameHeader(frame, type, flags, stream);
  frame.set(payload, FRAME_HEADER_BYTES);
  return frame;
}

export interface FrameSink {
  /** A part of a DATA frame, as soon as it is there, without padding. */
  data(stream: number, piece: Buffer): void;
  /** @param length of the payload with padding, which is what flow control counts. */
  dataEnd(stream: number, flags: number, length: number): void;
  /** Any other frame. */
  frame(type: number, flags: number, stream: number, payload: Buffer): void;
}

/** Splits a stream of bytes into frames. */
export class FrameReader {
  readonly #sink: FrameSink;
  /** Of a header, or of a frame that must be complete. */
  #rest: Buffer = EMPTY;
  /** Of the frame whose header has come; `#length` is -1 between frames. */
  #length = -1;
  #type = 0;
  #flags = 0;
  #stream = 0;
  /** Of a DATA frame's payload. -1: the length of the padding has not come. */
  #remaining = 0;
  #padding = 0;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  /** @throws Error for a frame that may not be. */
  receive(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    this.#rest = EMPTY;
    let at = 0;
    for (;;) {
      if (this.#length < 0) {
        if (bytes.length - at < FRAME_HEADER_BYTES) break;
        this.#readHeader(bytes, at);
        at += FRAME_HEADER_BYTES;
      }
      if (this.#type === FrameType.DATA) {
        at = this.#readData(bytes, at);
        if (this.#remaining > 0) return;
        const length = this.#length;
        this.#length = -1;
        this.#sink.dataEnd(this.#stream, this.#flags, length);
        continue;
      }
      const end = at + this.#length;
      if (end > bytes.length) break;
      this.#length = -1;
      this.#sink.frame(this.#type, this.#flags, this.#stream, bytes.subarray(at, end));
      at = end;
    }
    if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at));
  }

  #readHeader(bytes: Buffer, at: number): void {
    const length = bytes.readUIntBE(at, 3);
    this.#type = bytes.readUInt8(at + 3);
    this.#flags = bytes.readUInt8(at + 4);
    this.#stream = bytes.readUInt32BE(at + 5) & 0x7fff_ffff;
    if (length > MAX_FRAME_BYTES) throw new Error(`a frame of ${length} bytes`);
    this.#length = length;
    this.#remaining = length;
    this.#padding = 0;
    if (this.#type !== FrameType.DATA || (this.#flags & Flag.PADDED) === 0) return;
    if (length === 0) throw new Error('a padded DATA frame without the length of its padding');
    this.#padding = -1;
  }

  /** @returns the place after what was read. */
  #readData(bytes: Buffer, from: number): number {
    let at = from;
    if (this.#padding < 0) {
      if (at === bytes.length) return at;
      this.#padding = bytes.readUInt8(at++);
      this.#remaining--;
      if (this.#padding > this.#remaining) throw new Error('a DATA frame of padding over its end');
    }
    const data = Math.min(bytes.length - at, this.#remaining - this.#padding);
    if (data > 0) {
      this.#remaining -= data;
      this.#sink.data(this.#stream, bytes.subarray(at, at + data));
      at += data;
    }
    // Once only padding remains.
    const skipped =
      this.#remaining > this.#padding ? 0 : Math.min(bytes.length - at, this.#remaining);
    this.#remaining -= skipped;
    this.#padding = Math.min(this.#padding, this.#remaining);
    return at + skipped;
  }
}
