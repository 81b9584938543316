import { get as getPlainly } from 'node:http';
import { connect } from 'node:http2';
import { get as getOverTls } from 'node:https';
import { WebSocket } from 'ws';

/** The other end of a connection. It reads nothing until it is told to. */
export interface Peer {
  read(): void;
  /** What came so far, without framing. */
  received(): Buffer;
  /** Resolves when the connection has ended: with the close code of a WebSocket, else null. */
  readonly ended: Promise<number | null>;
  /** Breaks the connection off. */
  leave(): void;
}

/** Resolves when the connection is open. */
export type OpenPeer = (port: number, path: string) => Promise<Peer>;

const UNTRUSTED = { rejectUnauthorized: false };

export const webSocketPeer: OpenPeer = async (port, path) => {
  const socket = new WebSocket(`wss://127.0.0.1:${port}${path}`, UNTRUSTED);
  socket.on('error', () => {});
  const { received, add } = collector();
  // A batch joins its messages by line breaks, which are no payload.
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) add(Buffer.from(data.toString().replaceAll('\n', '')));
  });
  const ended = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.pause();
  return { read: () => socket.resume(), received, ended, leave: () => socket.terminate() };
};

export const http1Peer = overHttp1(getOverTls);

/** Without TLS, as behind a proxy. */
export const plainHttp1Peer = overHttp1(getPlainly);

function overHttp1(get: typeof getOverTls): OpenPeer {
  return (port, path) =>
    new Promise((resolve) => {
      const { received, add } = collector();
      const request = get({ ...UNTRUSTED, port, path, agent: false }, (response) => {
        response.on('error', () => {}).on('data', add);
        response.pause();
        const ended = new Promise<null>((end) => response.once('close', () => end(null)));
        const read = () => void response.resume();
        resolve({ read, received, ended, leave: () => void request.destroy() });
      });
      request.on('error', () => {});
    });
}

export const http2Peer: OpenPeer = (port, path) =>
  new Promise((resolve) => {
    const { received, add } = collector();
    const session = connect(`https://127.0.0.1:${port}`, UNTRUSTED).on('error', () => {});
    const stream = session.request({ ':path': path }).on('error', () => {});
    const ended = new Promise<null>((end) => stream.once('close', () => end(null)));
    void ended.then(() => session.destroy());
    stream.once('response', () => {
      stream.on('data', add).pause();
      const read = () => void stream.resume();
      resolve({ read, received, ended, leave: () => session.destroy() });
    });
  });

function collector(): { received: () => Buffer; add: (bytes: Buffer) => void } {
  const pieces: Buffer[] = [];
  return { received: () => Buffer.concat(pieces), add: (bytes) => void pieces.push(bytes) };
}
