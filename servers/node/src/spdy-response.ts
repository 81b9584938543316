import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Reader, UnreadAnswers } from '@holbench/core/unread-answers';

/** A request as spdy hands it over: as one of HTTP/1.1, with what it really is added. */
export interface SpdyRequest extends IncomingMessage {
  /** 4 is HTTP/2. */
  readonly spdyVersion: number;
}

/** What one connection has written, and TLS has not taken yet. */
export interface SpdyFramer {
  readonly readableLength: number;
  /** Answers a ping. */
  pingFrame(frame: object, onQueued?: () => void): void;
}

interface SpdyConnection {
  readonly socket: TLSSocket;
  /** Streams that are open. spdy tells clients of a limit, and does not keep it. */
  readonly _spdyState: { readonly stream: { readonly count: number } };
}

export interface SpdyResponse extends ServerResponse {
  /** The stream of HTTP/2. */
  readonly spdyStream: Writable & {
    /** Resets it. */
    abort(code?: 'REFUSED_STREAM'): void;
    readonly connection: SpdyConnection;
  };
}

/** Answers to pings that a client may leave unread, as on a WebSocket: each costs spdy some hundred bytes. */
const MAX_UNREAD_PINGS = 1_024;

/**
 * The queue of one connection. spdy has no limit for it but the windows that the client grants. Here the limit is a
 * share of what all connections may leave unread: 12 MB for one alone. Chromium's streams have windows of 6 MiB, so
 * downloads of a browser do not meet it, and spdy works as it ships.
 */
export class SpdyQueue {
  readonly #socket: TLSSocket;
  readonly #framer: SpdyFramer;
  readonly #unread: UnreadAnswers;
  readonly #reader: Reader;
  /** Bytes that its streams hold, because their windows or the queue have no room. */
  #held = 0;
  /** Bytes that are counted as unread. */
  #counted = 0;
  /** Answers to pings since the queue was empty. */
  #pings = 0;

  constructor(socket: TLSSocket, framer: SpdyFramer, unread: UnreadAnswers, reader: Reader) {
    this.#socket = socket;
    this.#framer = framer;
    this.#unread = unread;
    this.#reader = reader;
    // After spdy's own listener, which moves as much as TLS takes.
    socket.on('drain', () => {
      this.hold(0);
      if (this.#queued === 0) this.#pings = 0;
    });
    const answer = framer.pingFrame.bind(framer);
    framer.pingFrame = (frame, onQueued) => {
      if (this.#queued > 0 && ++this.#pings > MAX_UNREAD_PINGS) reader.terminate();
      else answer(frame, onQueued);
    };
  }

  /** A stream holds so many bytes more, or fewer. */
  hold(bytes: number): void {
    this.#held += bytes;
    const now = this.#held + this.#queued;
    const more = now - this.#counted;
    this.#counted = now;
    if (more > 0) this.#unread.add(this.#reader, 'files', more);
    else if (more < 0) this.#unread.remove(this.#reader, 'files', -more);
  }

  /** Calls back when streams may write on. A stream closes before. */
  onceWritable(done: () => void): void {
    this.#onceAtMost(() => this.#unread.mostQueued, done);
  }

  /** Calls back when TLS has taken all of it. A stream closes before. */
  onceEmpty(done: () => void): void {
    this.#onceAtMost(() => 0, done);
  }

  /** The limit may have changed with each drain. */
  #onceAtMost(limit: () => number, done: () => void): void {
    if (this.#queued <= limit()) done();
    else this.#socket.once('drain', () => this.#onceAtMost(limit, done));
  }

  get #queued(): number {
    return this.#framer.readableLength;
  }
}

/**
 * Has a response write its body to its HTTP/2 stream, past the socket that spdy makes up for Node's
 * HTTP server. Since Node 12 that socket breaks (package handle-thing 2.0.1): a write of several
 * pieces at once never completes, and whether a write has completed is read from that of another
 * socket. `writeHead` of spdy writes to the stream, too.
 */
export function writePastSocket(
  { method }: SpdyRequest,
  response: SpdyResponse,
  queue: SpdyQueue,
): void {
  const { spdyStream: stream } = response;
  /** Bytes that the stream has not handed to its connection. */
  let held = 0;
  const hold = (bytes: number): void => {
    held += bytes;
    queue.hold(bytes);
  };
  // A stream that was reset forgets what it holds.
  response.once('close', () => hold(-held));
  const write = (data: string | Uint8Array): boolean => {
    // An answer to HEAD has no body.
    if (method === 'HEAD') return true;
    const bytes = Buffer.byteLength(data);
    hold(bytes);
    stream.write(data, () => {
      hold(-Math.min(bytes, held));
      if (held > 0) return;
      queue.onceWritable(() => {
        if (held === 0) response.emit('drain');
      });
    });
    return false;
  };
  const end = response.end.bind(response);
  Object.assign(response, {
    write,
    end: (data?: string | Uint8Array) => {
      if (data !== undefined) write(data);
      return end();
    },
  });
}
