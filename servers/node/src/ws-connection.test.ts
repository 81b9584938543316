import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { WsConnection } from './ws-connection.ts';

/** Of frames without a mask: their opcode, with 128 added to the last of a message, and their length. */
function framesOf(bytes: Buffer): (readonly [first: number, length: number])[] {
  const frames: (readonly [number, number])[] = [];
  for (let at = 0; at < bytes.length;) {
    const short = bytes.readUInt8(at + 1);
    const [head, length] =
      short === 126
        ? [4, bytes.readUInt16BE(at + 2)]
        : short === 127
          ? [10, Number(bytes.readBigUInt64BE(at + 2))]
          : [2, short];
    frames.push([bytes.readUInt8(at), length]);
    at += head + length;
  }
  return frames;
}

let connection: WsConnection;
let client: Socket;
const received: Buffer[] = [];
const opened = new AsyncDisposableStack();

beforeEach(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  opened.defer(() => void server.close());
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node gives a `connection` listener
  const [socket] = (await once(server, 'connection')) as [Socket];
  // What `WebSocketServer` does after its handshake; its types do not know it.
  const webSocket: WebSocket = Reflect.construct(WebSocket, [null, undefined, {}]);
  Reflect.apply(Reflect.get(webSocket, 'setSocket'), webSocket, [socket, Buffer.alloc(0), {}]);
  connection = new WsConnection(webSocket, socket);
});

afterEach(() => {
  client.destroy();
  received.length = 0;
});

const TEXT = 1;
const BINARY = 2;
const LAST = 128;

test('what is sent between the parts of a message follows its last one, and counts as full until then', async () => {
  client.on('data', (bytes) => received.push(bytes));
  expect(await connection.sendFragment(new Uint8Array(1_000), false)).toBe(true);
  expect(connection.send('between')).toBe('full');
  let isDrained = false;
  const drained = connection.drained().then(() => (isDrained = true));
  expect(await connection.sendFragment(new Uint8Array(1_000), false)).toBe(true);
  expect(isDrained).toBe(false);
  expect(await connection.sendFragment(new Uint8Array(500), true)).toBe(true);
  await drained;
  expect(connection.send('after')).toBe('sent');
  await expect
    .poll(() => framesOf(Buffer.concat(received)))
    .toEqual([
      [BINARY, 1_000],
      [0, 1_000],
      [LAST, 500],
      [LAST + TEXT, 'between'.length],
      [LAST + TEXT, 'after'.length],
    ]);
});

test('a part may follow when the client has read, and none when it has left', async () => {
  client.pause();
  const large = new Uint8Array(32 * 1024 * 1024);
  const first = connection.sendFragment(large, false);
  const waiting = connection.drained();
  expect(
    await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]),
  ).toBe('waits');
  client.destroy();
  // Neither waits for ever.
  await Promise.all([first, waiting]);
  expect(await connection.sendFragment(large, true)).toBe(false);
});
