import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { originOf, startServer } from '@holbench/example-hocuspocus/adapter';
import type { Engine } from '@holbench/example-hocuspocus/engine';
import { makeCertificate } from '@holbench/harness/certificate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

let folder: string;
let tls: { cert: Buffer; key: Buffer };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-adapter-'));
  await mkdir(join(folder, 'page'));
  const { cert, key } = await makeCertificate(folder, 'ec');
  tls = { cert: await readFile(cert), key: await readFile(key) };
});
afterAll(() => rm(folder, { recursive: true }));

const serve = (engine: Partial<Engine> = {}): Promise<Server> =>
  startServer(
    {
      versions: {},
      list: () => [],
      load: () => null,
      file: () => null,
      create: () => Promise.reject(new Error('read-only')),
      ...engine,
    },
    { host: '127.0.0.1', port: 0, tls, page: join(folder, 'page') },
  );

const open = (server: Server, options: ClientOptions = {}): WebSocket =>
  new WebSocket(`${originOf(server).replace('https', 'wss')}/ws`, 'holbench.v3', {
    rejectUnauthorized: false,
    ...options,
  });

/** A client beyond its welcome. */
async function connect(server: Server) {
  const socket = open(server);
  const answer = async (): Promise<unknown> => {
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  const ask = (message: unknown): Promise<unknown> => {
    socket.send(message instanceof Uint8Array ? message : JSON.stringify(message));
    return answer();
  };
  await answer();
  return {
    ask,
    socket,
    [Symbol.dispose]: () => socket.terminate(),
  };
}

const list = { type: 'list', requestId: 7 };
const listed = { type: 'listed', requestId: 7, covalues: [] };

test.for([
  null,
  1,
  [],
  {},
  { type: 'list' },
  { type: 'list', requestId: -1 },
  { type: 'create', requestId: 1 },
])('JSON that is no message fails alone: %j', async (message) => {
  await using server = await serve();
  using client = await connect(server);
  expect(await client.ask(message)).toMatchObject({ type: 'failed', error: 'invalid_message' });
  expect(await client.ask(list)).toEqual(listed);
});

test.for([
  { sent: '', code: 1007 },
  { sent: '{', code: 1007 },
  { sent: Buffer.alloc(0), code: 1003 },
  { sent: Buffer.alloc(3), code: 1003 },
  { sent: Buffer.alloc(8), code: 1003 },
])('what does not parse ends its connection, and no other: $sent', async ({ sent, code }) => {
  await using server = await serve();
  using broken = await connect(server);
  using other = await connect(server);
  broken.socket.send(sent);
  expect((await once(broken.socket, 'close'))[0]).toBe(code);
  expect(await other.ask(list)).toEqual(listed);
});
