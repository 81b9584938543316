import { once } from 'node:events';
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { sendAndDrain } from '@holbench/core/connection';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PiecewiseConnection } from './piecewise-connection.ts';

const MIB = 1024 * 1024;
const PIECE_BYTES = 16 * 1024;
/** More than the kernel takes at once. */
const CHUNK = new Uint8Array(4 * MIB);
/** Chromium's, about: more than the kernel buffers. */
const STREAM_WINDOW_BYTES = 6 * MIB;
const SESSION_WINDOW_BYTES = 64 * MIB;

/** A slow line: takes so much every so often. */
const READ_BYTES = 64 * 1024;
const READ_EVERY_MS = 5;

const server = createServer();
let session: ClientHttp2Session;
beforeEach(async () => {
  server.on('request', (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  const tcp = connectTcp({ port, host: '127.0.0.1' });
  session = connect(`http://127.0.0.1:${port}`, {
    createConnection: () => slowLine(tcp),
    settings: { initialWindowSize: STREAM_WINDOW_BYTES },
  });
  session.on('error', () => {});
  await once(session, 'connect');
  session.setLocalWindowSize(SESSION_WINDOW_BYTES);
});
afterEach(async () => {
  session.destroy();
  server.removeAllListeners('request');
  await new Promise((resolve) => server.close(resolve));
});

/** `/endless` is a file that does not end, anything else a small response. */
async function answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  if (request.url !== '/endless') {
    response.end('small');
    return;
  }
  const connection = new PiecewiseConnection(response, PIECE_BYTES);
  while (await sendAndDrain(connection, CHUNK));
}

function slowLine(tcp: Socket): Duplex {
  const timer = setInterval(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the socket has no encoding
    const bytes = tcp.read(Math.min(READ_BYTES, tcp.readableLength)) as Buffer | null;
    if (bytes) line.push(bytes);
  }, READ_EVERY_MS);
  const line = new Duplex({
    read: () => {},
    write: (bytes, _encoding, done) => void tcp.write(bytes, done),
    destroy: (error, done) => {
      clearInterval(timer);
      tcp.destroy();
      done(error);
    },
  });
  tcp.on('error', () => line.destroy());
  // Without a reader that waits, the socket takes nothing from the kernel.
  tcp.on('readable', () => {});
  return line;
}

/** Begins an endless file and counts what comes of it. */
function download(): { readonly stream: ClientHttp2Stream; readonly bytes: () => number } {
  const stream = session.request({ ':path': '/endless' });
  let bytes = 0;
  stream.on('error', () => {});
  stream.on('data', (piece: Buffer) => (bytes += piece.byteLength));
  return { stream, bytes: () => bytes };
}

async function small(): Promise<void> {
  const stream = session.request({ ':path': '/small' });
  stream.on('error', () => {});
  stream.resume();
  await once(stream, 'end');
}

// With a `ResponseConnection` in place of the one tested here, the requests wait for ever.
test('requests are read, and answered, beside files that always have more to send', async () => {
  const files = [download(), download(), download()];
  // Until the kernel's buffers are full: before that every write is taken at once.
  while (files.reduce((sum, { bytes }) => sum + bytes(), 0) < 12 * MIB) await delay(10);
  for (let request = 0; request < 3; request++) await small();
});

test('a file that its client does not read does not hold up another', async () => {
  const unread = download();
  unread.stream.pause();
  const other = download();
  while (other.bytes() < 2 * STREAM_WINDOW_BYTES) await delay(10);
  expect(unread.bytes()).toBe(0);
});
