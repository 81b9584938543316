import { once } from 'node:events';
import { connect } from 'node:tls';
import { frameOf, FrameType } from '@holbench/raw-clients/serial/http2-frames';
import { Http2Session } from '@holbench/raw-clients/serial/http2-session';

const WINDOW_BYTES = 1024 ** 3;
const INITIAL_WINDOW_SIZE = 4;

/** Asks for a file so many times over one HTTP/2 connection with windows of 1 GiB, and reads nothing. */
export async function stalledReader(
  origin: string,
  path: string,
  count: number,
): Promise<AsyncDisposable> {
  const { host, hostname, port } = new URL(origin);
  const socket = connect({
    host: hostname,
    port: Number(port),
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
  });
  // A server may reset it.
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  const session = new Http2Session(host, (bytes) => socket.write(bytes));
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(INITIAL_WINDOW_SIZE);
  setting.writeUInt32BE(WINDOW_BYTES, 2);
  const update = Buffer.alloc(4);
  update.writeUInt32BE(WINDOW_BYTES);
  socket.write(frameOf(FrameType.SETTINGS, 0, 0, setting));
  socket.write(frameOf(FrameType.WINDOW_UPDATE, 0, 0, update));
  const ignored = { head: () => {}, body: () => {}, end: () => {}, fail: () => {} };
  for (let time = 0; time < count; time++) {
    session.request({ method: 'GET', path, body: null }, ignored);
  }
  return {
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      await once(socket, 'close');
    },
  };
}
