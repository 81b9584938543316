import { Readable } from 'node:stream';
import {
  HttpClient,
  type HttpConnection,
  type RawRequest,
  type RawResponse,
} from '@holbench/raw-clients/http-client';
import type { RawClient } from '@holbench/raw-clients/raw-client';
import type { QuicProtocol } from '@holbench/variants/protocols';
import * as v from 'valibot';
import {
  fieldSection,
  frameOf,
  FrameType,
  requestFields,
  StreamType,
  varint,
} from './http3-frames.ts';
import { QuicClient, type QuicOptions, type StreamEvent } from './quic-client.ts';
import type { QuicProgram } from './quic-program.ts';

/** H3_NO_ERROR, RFC 9114 §8.1. */
const NO_ERROR = 0x100;

/** A user over QUIC, without a page. @throws Error where the server does not let it in. */
export async function openQuicClient(
  program: QuicProgram,
  protocol: QuicProtocol,
  origin: string,
  options: Partial<QuicOptions> = {},
): Promise<RawClient> {
  return new HttpClient(await quicConnection(program, protocol, origin, options));
}

/** What such a user makes its requests on. @throws Error where the server does not let it in. */
export async function quicConnection(
  program: QuicProgram,
  protocol: QuicProtocol,
  origin: string,
  options: Partial<QuicOptions> = {},
): Promise<HttpConnection> {
  const http = protocol === 'h3';
  const client = QuicClient.begin(program, Number(new URL(origin).port), { ...options, http });
  await client.ready();
  if (client.over !== null) throw new Error(client.over);
  if (http) return http3Connection(client, origin);
  return sessionConnection(client, await openSession(client, origin));
}

/** HTTP/3 by the program, of a client opened with `http`. A body is read once its reader asks. */
function http3Connection(client: QuicClient, origin: string): HttpConnection {
  return {
    headersAreFlowControlled: true,
    request: ({ method = 'GET', path, headers = {}, body }) => {
      const stream = client.nextStream();
      const response = responseOn(client, stream, (event, body) =>
        event.event === 'head' && Number(event.headers[':status']) >= 200
          ? { status: Number(event.headers[':status']), headers: event.headers, body }
          : null,
      );
      const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
      const fields = [
        ...requestFields(origin, method, path),
        ...Object.entries({ ...headers, ...length }),
      ];
      const bytes = Buffer.from(body ?? '').toString('base64');
      client.do({ do: 'request', stream, headers: fields, bytes });
      return response;
    },
    close: () => client.leave(NO_ERROR),
  };
}

/** Settings of RFC 9220 and RFC 9297, and those of three drafts of WebTransport. */
const SETTINGS = [0x08, 0x33, 0x2b60_3742, 0xc671_706a, 0x14e9_cd29];
/** In front of each stream of a session: its signal, and the session's own stream. */
const STREAM_SIGNAL = 0x41;

/** Opens a session of WebTransport, as the page does. @returns its own stream. */
export async function openSession(client: QuicClient, origin: string): Promise<number> {
  const settings = Buffer.concat(SETTINGS.flatMap((setting) => [varint(setting), varint(1)]));
  const control = [varint(StreamType.CONTROL), frameOf(FrameType.SETTINGS, settings)];
  client.send(client.nextStream('unidirectional'), Buffer.concat(control));
  const session = client.nextStream();
  const fields = fieldSection([
    ...requestFields(origin, 'CONNECT', '/webtransport'),
    [':protocol', 'webtransport'],
    ['origin', origin],
  ]);
  client.send(session, frameOf(FrameType.HEADERS, fields));
  await client.answer(session);
  return session;
}

/** @returns a new stream of the session, for which the server waits. */
export function sessionStream(client: QuicClient, session: number): number {
  const stream = client.nextStream();
  client.send(stream, Buffer.concat([varint(STREAM_SIGNAL), varint(session)]));
  return stream;
}

const LENGTH_BYTES = 4;
const Head = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ status: v.number(), headers: v.record(v.string(), v.string()) }),
);

/** The head of a request on a stream of a session (docs/reference/protocol.md), with its length in front. */
export function streamHead(request: Readonly<Record<string, unknown>>): Buffer {
  const json = Buffer.from(JSON.stringify(request));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

/** Requests on streams of a session of WebTransport. */
function sessionConnection(client: QuicClient, session: number): HttpConnection {
  return {
    headersAreFlowControlled: true,
    request: (request) => {
      const stream = sessionStream(client, session);
      let received = Buffer.alloc(0);
      const response = responseOn(client, stream, (event, body) => {
        if (event.event !== 'data') return null;
        received = Buffer.concat([received, event.bytes]);
        const bodyAt =
          received.length < LENGTH_BYTES ? Infinity : LENGTH_BYTES + received.readUInt32BE();
        if (received.length < bodyAt) return null;
        body.push(received.subarray(bodyAt));
        const head = v.parse(Head, received.toString('utf8', LENGTH_BYTES, bodyAt));
        return { ...head, body };
      });
      client.send(stream, bytesOf(request), true);
      return response;
    },
    close: () => client.leave(NO_ERROR),
  };
}

function bytesOf({ method = 'GET', path, headers = {}, body }: RawRequest): Buffer {
  const content = Buffer.from(body ?? '');
  return Buffer.concat([streamHead({ method, path, headers, bodyBytes: content.length }), content]);
}

/** @param head finds the response in what has come so far, and gives the rest of it to the body. */
function responseOn(
  client: QuicClient,
  stream: number,
  head: (event: StreamEvent, body: Readable) => RawResponse | null,
): Promise<RawResponse> {
  let asked = false;
  client.do({ do: 'hold', stream });
  const body = new Readable({
    read: () => {
      if (!asked) client.do({ do: 'read', stream });
      asked = true;
    },
  });
  // An unread body fails when this client leaves.
  body.on('error', () => {});
  return new Promise((resolve, reject) => {
    let hasHead = false;
    const fail = (why: string): void => {
      const error = new Error(`stream ${stream}: ${why}`);
      reject(error);
      body.destroy(error);
    };
    client.onStream(stream, (event) => {
      if (event.event === 'reset') return fail('the server reset it');
      if (!hasHead) {
        const response = head(event, body);
        hasHead = response !== null;
        if (response) resolve(response);
      } else if (event.event === 'data' && event.bytes.length > 0) body.push(event.bytes);
      if (event.event !== 'data' || !event.end) return;
      if (hasHead) body.push(null);
      else fail('it ended before its head');
    });
    client.onClosed(() => {
      if (!body.readableEnded) fail(client.over ?? 'closed');
    });
  });
}
