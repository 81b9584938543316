import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { connectTls } from '@holbench/raw-clients/connect-tls';
import { startWebSocket } from '@holbench/raw-clients/start-web-socket';
import { Flag, frameOf, FrameType, getRequest, PREFACE } from './http2-frames.ts';

/** As little as a client grants that says nothing. */
export const NARROW_WINDOW_BYTES = 65_535;
const WIDE_WINDOW_BYTES = 1024 ** 3;
const INITIAL_WINDOW_SIZE = 4;
/** As much as a ping of WebSocket carries. */
const WEBSOCKET_PING_BYTES = 125;
const HTTP2_PING_BYTES = 8;

/** Asks for each of the paths over one HTTP/1.1 connection, one after the other, and reads nothing. */
export async function unreadHttp1(
  origin: string,
  paths: readonly string[],
): Promise<AsyncDisposable> {
  const socket = await openTls(origin, 'http/1.1');
  const { host } = new URL(origin);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`).join(''));
  return closing(socket);
}

/**
 * Asks for each of the paths over one HTTP/2 connection, and reads nothing. With wide windows, of 1 GiB, TCP stands still; with narrow
 * ones, the answers do.
 * @param pings that it sends as well.
 * @param windowBytes of each stream; the connection's is wide.
 */
export async function unreadHttp2(
  origin: string,
  paths: readonly string[],
  pings = 0,
  windowBytes = WIDE_WINDOW_BYTES,
): Promise<AsyncDisposable> {
  const socket = await openTls(origin, 'h2');
  const { host } = new URL(origin);
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(INITIAL_WINDOW_SIZE);
  setting.writeUInt32BE(windowBytes, 2);
  const update = Buffer.alloc(4);
  update.writeUInt32BE(WIDE_WINDOW_BYTES);
  socket.write(PREFACE);
  socket.write(frameOf(FrameType.SETTINGS, 0, 0, setting));
  socket.write(frameOf(FrameType.WINDOW_UPDATE, 0, 0, update));
  const flags = Flag.END_HEADERS | Flag.END_STREAM;
  paths.forEach((path, index) => {
    socket.write(frameOf(FrameType.HEADERS, flags, 1 + 2 * index, getRequest(host, path)));
  });
  const ping = frameOf(FrameType.PING, 0, 0, Buffer.alloc(HTTP2_PING_BYTES));
  for (let sent = 0; sent < pings; sent++) socket.write(ping);
  return closing(socket);
}

/** Sends messages and pings on one WebSocket, over whichever version of HTTP, and reads nothing. */
export async function unreadWebSocket(
  origin: string,
  messages: readonly object[],
  pings = 0,
): Promise<AsyncDisposable> {
  const webSocket = await startWebSocket(origin);
  webSocket.on('error', () => {});
  await once(webSocket, 'open');
  webSocket.pause();
  for (const message of messages) webSocket.send(JSON.stringify(message), () => {});
  const payload = Buffer.alloc(WEBSOCKET_PING_BYTES);
  for (let sent = 0; sent < pings; sent++) webSocket.ping(payload, true, () => {});
  return { [Symbol.asyncDispose]: async () => webSocket.terminate() };
}

async function openTls(origin: string, protocol: string): Promise<TLSSocket> {
  const socket = connectTls(origin, [protocol]);
  await once(socket, 'secureConnect');
  // A server may reset it.
  socket.on('error', () => {});
  return socket;
}

function closing(socket: TLSSocket): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      if (socket.closed) return;
      socket.destroy();
      await once(socket, 'close');
    },
  };
}
