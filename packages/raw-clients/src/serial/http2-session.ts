import {
  type AnswerSink,
  type HttpSession,
  type SerialRequest,
  type Write,
} from './http-session.ts';
import { HEADER_TABLE_BYTES } from './http2-field-reader.ts';
import {
  Flag,
  frameOf,
  FrameReader,
  type FrameSink,
  FrameType,
  writeFrameHeader,
} from './http2-frames.ts';
import { HeaderBlocks } from './http2-header-blocks.ts';
import { readAnswerHead, requestHeaders } from './http2-headers.ts';
import { SendWindows } from './http2-send-windows.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const Setting = { HEADER_TABLE_SIZE: 1, ENABLE_PUSH: 2, INITIAL_WINDOW_SIZE: 4, MAX_FRAME_SIZE: 5 };
/** As Chromium's. */
const STREAM_WINDOW_BYTES = 6 * 1024 ** 2;
const CONNECTION_WINDOW_BYTES = 15 * 1024 ** 2;
/** Of a connection, before it is updated. RFC 9113 §6.9.2. */
const INITIAL_WINDOW_BYTES = 65_535;
/** RFC 9113 §7. */
const CANCEL = 8;

interface Stream {
  readonly sink: AnswerSink;
  hasHead: boolean;
  /** Received bytes that no update of the window has given back. */
  unreturned: number;
}

/** HTTP/2 (RFC 9113), as far as a client without push, priorities and dynamic tables needs it. */
export class Http2Session implements HttpSession, FrameSink {
  readonly #authority: string;
  readonly #write: Write;
  readonly #reader = new FrameReader(this);
  readonly #windows = new SendWindows();
  readonly #streams = new Map<number, Stream>();
  #nextStream = 1;
  #unreturned = 0;
  #hasSettings = false;
  readonly #blocks = new HeaderBlocks((stream, flags, block) =>
    this.#onHeaders(stream, flags, block),
  );
  #closed: Error | null = null;

  constructor(host: string, write: Write) {
    this.#authority = host;
    this.#write = write;
    const settings = Buffer.alloc(18);
    [
      [Setting.HEADER_TABLE_SIZE, HEADER_TABLE_BYTES],
      [Setting.ENABLE_PUSH, 0],
      [Setting.INITIAL_WINDOW_SIZE, STREAM_WINDOW_BYTES],
    ].forEach(([key = 0, value = 0], index) => {
      settings.writeUInt16BE(key, 6 * index);
      settings.writeUInt32BE(value, 6 * index + 2);
    });
    const preface = [Buffer.from(PREFACE), frameOf(FrameType.SETTINGS, 0, 0, settings)];
    const window = u32(CONNECTION_WINDOW_BYTES - INITIAL_WINDOW_BYTES);
    write(Buffer.concat([...preface, frameOf(FrameType.WINDOW_UPDATE, 0, 0, window)]));
  }

  request(request: SerialRequest, sink: AnswerSink): void {
    if (this.#closed) return sink.fail(this.#closed);
    const stream = this.#nextStream;
    this.#nextStream += 2;
    this.#streams.set(stream, { sink, hasHead: false, unreturned: 0 });
    const body = request.body === null ? null : Buffer.from(request.body);
    const headers = requestHeaders(this.#authority, request, body?.length ?? 0);
    const flags = Flag.END_HEADERS | (body === null ? Flag.END_STREAM : 0);
    writeFrameHeader(headers, FrameType.HEADERS, flags, stream);
    if (body === null) return this.#write(headers);
    this.#write(Buffer.concat([headers, ...this.#windows.begin(stream, body)]));
  }

  receive(bytes: Buffer): void {
    this.#reader.receive(bytes);
  }

  close(error: Error): void {
    this.#closed ??= error;
    for (const { sink } of this.#streams.values()) sink.fail(this.#closed);
    this.#streams.clear();
  }

  data(id: number, piece: Buffer): void {
    const stream = this.#streams.get(id);
    if (!stream?.hasHead) throw new Error(`DATA on stream ${id}, which awaits none`);
    stream.sink.body(piece);
  }

  dataEnd(id: number, flags: number, length: number): void {
    const stream = this.#streams.get(id);
    if (!stream?.hasHead || this.#blocks.open !== 0)
      throw new Error(`DATA on stream ${id}, which awaits none`);
    this.#unreturned += length;
    if (this.#unreturned >= CONNECTION_WINDOW_BYTES / 2) {
      this.#write(frameOf(FrameType.WINDOW_UPDATE, 0, 0, u32(this.#unreturned)));
      this.#unreturned = 0;
    }
    if (flags & Flag.END_STREAM) return this.#end(id, stream);
    stream.unreturned += length;
    if (stream.unreturned >= STREAM_WINDOW_BYTES / 2) {
      this.#write(frameOf(FrameType.WINDOW_UPDATE, 0, id, u32(stream.unreturned)));
      stream.unreturned = 0;
    }
  }

  frame(type: number, flags: number, stream: number, payload: Buffer): void {
    if (!this.#hasSettings && type !== FrameType.SETTINGS) {
      throw new Error(`a connection that begins with a frame of type ${type}, not SETTINGS`);
    }
    if (this.#blocks.open !== 0 && type !== FrameType.CONTINUATION) {
      throw new Error(`a frame of type ${type} within the headers of stream ${this.#blocks.open}`);
    }
    switch (type) {
      case FrameType.HEADERS:
        return this.#blocks.begin(stream, flags, payload);
      case FrameType.CONTINUATION:
        return this.#blocks.continue(stream, flags, payload);
      case FrameType.SETTINGS:
        return this.#onSettings(flags, payload);
      case FrameType.PING:
        assertLength('PING', payload, 8);
        if (!(flags & Flag.ACK)) this.#write(frameOf(FrameType.PING, Flag.ACK, 0, payload));
        return;
      case FrameType.WINDOW_UPDATE:
        return this.#onWindowUpdate(stream, payload);
      case FrameType.RST_STREAM:
        assertLength('RST_STREAM', payload, 4);
        return this.#fail(stream, `the server reset the stream (error ${payload.readUInt32BE()})`);
      case FrameType.GOAWAY:
        return this.#onGoaway(payload);
      case FrameType.PUSH_PROMISE:
        throw new Error('a PUSH_PROMISE, where push is disabled');
      default:
      // PRIORITY, and extensions: to be ignored, RFC 9113 §5.5.
    }
  }

  #onHeaders(id: number, flags: number, block: Buffer): void {
    const stream = this.#streams.get(id);
    if (!stream) throw new Error(`HEADERS on stream ${id}, which is not open`);
    const endsStream = (flags & Flag.END_STREAM) !== 0;
    if (!stream.hasHead) {
      const { status, contentLength } = readAnswerHead(block);
      stream.hasHead = true;
      stream.sink.head(status, contentLength);
    } else if (!endsStream) throw new Error(`a second head on stream ${id}`);
    if (endsStream) this.#end(id, stream);
  }

  #onSettings(flags: number, payload: Buffer): void {
    this.#hasSettings = true;
    if (flags & Flag.ACK) return assertLength('the SETTINGS acknowledgement', payload, 0);
    if (payload.length % 6 !== 0) throw new Error(`SETTINGS of ${payload.length} bytes`);
    for (let at = 0; at < payload.length; at += 6) {
      const value = payload.readUInt32BE(at + 2);
      const key = payload.readUInt16BE(at);
      if (key === Setting.INITIAL_WINDOW_SIZE) this.#windows.setInitial(value);
      if (key === Setting.MAX_FRAME_SIZE) this.#windows.maxFrameBytes = value;
    }
    const frames = [frameOf(FrameType.SETTINGS, Flag.ACK, 0, Buffer.alloc(0))];
    this.#write(Buffer.concat([...frames, ...this.#windows.frames()]));
  }

  #onWindowUpdate(stream: number, payload: Buffer): void {
    assertLength('WINDOW_UPDATE', payload, 4);
    const increment = payload.readUInt32BE() & 0x7fff_ffff;
    if (increment === 0) throw new Error('a WINDOW_UPDATE of 0 bytes');
    this.#windows.widen(stream, increment);
    for (const frame of this.#windows.frames()) this.#write(frame);
  }

  /** Streams up to the last that the server names are still answered. */
  #onGoaway(payload: Buffer): void {
    if (payload.length < 8) throw new Error(`GOAWAY of ${payload.length} bytes`);
    const last = payload.readUInt32BE() & 0x7fff_ffff;
    const reason = `the server leaves (GOAWAY, error ${payload.readUInt32BE(4)})`;
    this.#closed ??= new Error(reason);
    for (const id of this.#streams.keys()) if (id > last) this.#fail(id, reason);
  }

  #fail(id: number, reason: string): void {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    this.#windows.forget(id);
    stream?.sink.fail(new Error(reason));
  }

  /** An answer may come before the server has read the body. */
  #end(id: number, { sink }: Stream): void {
    this.#streams.delete(id);
    if (this.#windows.forget(id)) this.#write(frameOf(FrameType.RST_STREAM, 0, id, u32(CANCEL)));
    sink.end();
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function assertLength(name: string, { length }: Buffer, expected: number): void {
  if (length !== expected) throw new Error(`${name} of ${length} bytes`);
}
