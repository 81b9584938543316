import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** A request as spdy hands it over: as one of HTTP/1.1, with what it really is added. */
export interface SpdyRequest extends IncomingMessage {
  /** 4 is HTTP/2. */
  readonly spdyVersion: number;
}

export interface SpdyResponse extends ServerResponse {
  /** The stream of HTTP/2, and what all streams of its connection have written and TLS not yet taken. */
  readonly spdyStream: Writable & {
    /** Resets it. */
    abort(): void;
    readonly connection: {
      readonly socket: TLSSocket;
      readonly _spdyState: { readonly framer: { readonly readableLength: number } };
    };
  };
}

/**
 * Bytes that one connection may queue. spdy has no limit but the windows that the client grants:
 * Chromium's connection has 15 MiB, so no browser meets this limit, and spdy works as it ships.
 */
const MAX_QUEUED_BYTES = 16 * 1024 ** 2;

/**
 * Has a response write its body to its HTTP/2 stream, past the socket that spdy makes up for Node's
 * HTTP server. Since Node 12 that socket breaks (package handle-thing 2.0.1): a write of several
 * pieces at once never completes, and whether a write has completed is read from that of another
 * socket. `writeHead` of spdy writes to the stream, too.
 */
export function writePastSocket({ method }: SpdyRequest, response: SpdyResponse): void {
  const { spdyStream: stream } = response;
  let unwritten = 0;
  const drain = (): void => {
    if (unwritten > 0) return;
    onceQueued(stream, MAX_QUEUED_BYTES, () => {
      if (unwritten === 0) response.emit('drain');
    });
  };
  const write = (data: string | Uint8Array): boolean => {
    // An answer to HEAD has no body.
    if (method === 'HEAD') return true;
    unwritten += 1;
    stream.write(data, () => {
      unwritten -= 1;
      drain();
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

/** Calls back when TLS has taken all but so many bytes of what the connection of a stream queues. A stream closes before. */
export function onceQueued(
  stream: SpdyResponse['spdyStream'],
  mostBytes: number,
  done: () => void,
): void {
  const { socket, _spdyState: state } = stream.connection;
  if (state.framer.readableLength <= mostBytes) done();
  else socket.once('drain', () => onceQueued(stream, mostBytes, done));
}
