import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Writable } from 'node:stream';

const HOST = '127.0.0.1';

/** A POST whose body does not end. */
export interface SlowRequest extends AsyncDisposable {
  /** Sends so many bytes more, as fast as they are taken. @returns the number. */
  send(bytes: number): Promise<number>;
  /** What has been answered: over HTTP/1.1 the text, over HTTP/2 the status. */
  received(): string;
  /** Whether the server has ended it: over HTTP/1.1 its connection, over HTTP/2 its answer or its stream. */
  isOver(): boolean;
}

export async function slowHttp1(port: number): Promise<SlowRequest> {
  const ALPNProtocols = ['http/1.1'];
  const socket = connectTls({ host: HOST, port, rejectUnauthorized: false, ALPNProtocols });
  await once(socket, 'secureConnect');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.write(
    'POST /covalues HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const framed = (bytes: number): string => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
  return slow(
    socket,
    (bytes) => socket.write(framed(bytes)),
    () => received,
    () => socket.destroy(),
  );
}

export async function slowHttp2(port: number): Promise<SlowRequest> {
  const session = connectHttp2(`https://${HOST}:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  await once(session, 'connect');
  const stream = session.request(
    { ':method': 'POST', ':path': '/covalues', 'content-type': 'application/json' },
    { endStream: false },
  );
  let received = '';
  stream.on('response', (headers) => (received = String(headers[':status'])));
  stream.resume();
  return slow(
    stream,
    (bytes) => stream.write(Buffer.alloc(bytes, ' ')),
    () => received,
    () => session.destroy(),
  );
}

/** The server has ended the answer, or all. */
const ENDS = ['end', 'close'] as const;

/** @param write false when the transport is full. */
function slow(
  transport: Writable,
  write: (bytes: number) => boolean,
  received: () => string,
  close: () => void,
): SlowRequest {
  let isOver = false;
  // Node keeps a stream that was reset without an error, while it has something to send.
  for (const event of ENDS) transport.once(event, () => (isOver = true));
  transport.on('error', () => {});
  return {
    received,
    // One that was reset is destroyed before it says so.
    isOver: () => isOver || transport.destroyed,
    send: async (bytes) => {
      if (isOver || transport.destroyed) return 0;
      if (write(bytes)) return bytes;
      // A transport that has ended drains no more.
      const waiting = new AbortController();
      const events = ['drain', ...ENDS].map((name) => once(transport, name, waiting));
      await Promise.race(events).catch(() => {});
      waiting.abort();
      return bytes;
    },
    [Symbol.asyncDispose]: async () => close(),
  };
}

/** Connections by TCP that send nothing. */
export async function openConnections(
  port: number,
  count: number,
): Promise<AsyncDisposable & { open(): number }> {
  const sockets = Array.from({ length: count }, () => connectTcp({ host: HOST, port }));
  // One that is beyond the server's limit may be reset.
  for (const socket of sockets) socket.on('error', () => {}).resume();
  await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => {})));
  return {
    open: () => sockets.filter(({ closed, destroyed }) => !closed && !destroyed).length,
    [Symbol.asyncDispose]: async () => void sockets.map((socket) => socket.destroy()),
  };
}
