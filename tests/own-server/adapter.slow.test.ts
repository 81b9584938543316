import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { originOf, startServer } from '@holbench/example-hocuspocus/adapter';
import type { Engine, Upload } from '@holbench/example-hocuspocus/engine';
import { makeCertificate } from '@holbench/harness/certificate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

let folder: string;
let tls: { cert: Buffer; key: Buffer };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-adapter-'));
  await mkdir(join(folder, 'page'));
  const { cert, key } = await makeCertificate(folder);
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
  new WebSocket(`${originOf(server).replace('https', 'wss')}/ws`, 'holbench.v4', {
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
    const isRaw = typeof message === 'string' || message instanceof Uint8Array;
    socket.send(isRaw ? message : JSON.stringify(message));
    return answer();
  };
  await answer();
  return {
    ask,
    socket,
    [Symbol.dispose]: () => socket.terminate(),
  };
}

const BYTES = 250_000;
const CHUNK_BYTES = 102_400;

/** As `create` of request 1. */
const creation = (bytes = BYTES) => ({
  type: 'create',
  requestId: 1,
  text: { author: 'A', title: 'T', summary: '', preview: '' },
  file: { bytes, sha256: '0'.repeat(64) },
});

/** A chunk of request 1. */
function chunk(index: number, length = CHUNK_BYTES): Buffer {
  const frame = Buffer.alloc(8 + length);
  frame.writeUInt32BE(1, 0);
  frame.writeUInt32BE(index, 4);
  return frame;
}

function upload(store: Upload['store'] = () => Promise.resolve(null)) {
  return { id: 'co_0123456789abcdef', store, end: vi.fn(() => Promise.resolve()) };
}

const list = { type: 'list', requestId: 7 };
const listed = { type: 'listed', requestId: 7, covalues: [] };

test.for([
  'null',
  '1',
  '[]',
  '{}',
  '{"type":"list"}',
  '{"type":"list","requestId":-1}',
  '{"type":"create","requestId":1}',
])('JSON that is no message fails alone: %s', async (message) => {
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

test('a message over 1 MiB ends its connection', async () => {
  await using server = await serve();
  using client = await connect(server);
  client.socket.send(' '.repeat(1024 * 1024 + 1));
  expect((await once(client.socket, 'close'))[0]).toBe(1009);
});

test('a text that no page would take is not stored', async () => {
  const create = vi.fn(() => Promise.resolve(upload()));
  await using server = await serve({ create });
  using client = await connect(server);
  const most = { author: 1_000, title: 1_000, summary: 10_000, preview: 100_000 };
  const { text, ...rest } = creation();
  for (const [field, length] of Object.entries(most)) {
    const long = { ...rest, text: { ...text, [field]: 'x'.repeat(length + 1) } };
    expect(await client.ask(long)).toMatchObject({ requestId: 1, error: 'invalid_message' });
  }
  expect(create).not.toHaveBeenCalled();
});

test('a client that asks for more than it reads is closed, and no other', async () => {
  const covalue = { lastUpdated: 0, author: 'A', title: 'T'.repeat(1_000), file: null };
  const many = Array.from({ length: 1_000 }, (_, at) => ({ ...covalue, id: `co_${at}` }));
  const engineList = vi.fn(() => many);
  await using server = await serve({ list: engineList });
  const connected = once(server, 'secureConnection');
  using client = await connect(server);
  const [connection] = await connected;
  const closed = once(connection, 'close');
  client.socket.pause();
  client.socket.send(Array(1_000).fill(JSON.stringify(list)).join('\n'));
  await closed;
  expect(engineList.mock.calls.length).toBeLessThan(50);
  using other = await connect(server);
  expect(await other.ask(list)).toMatchObject({ type: 'listed' });
});

test('a page of another origin is refused', async () => {
  await using server = await serve();
  const refused = open(server, { origin: 'https://another.example' });
  expect(String((await once(refused, 'error'))[0])).toContain('403');
  const own = open(server, { origin: originOf(server) });
  await once(own, 'open');
  own.terminate();
});

test.for([
  { rule: 'chunk_index', chunks: [chunk(3)] },
  { rule: 'chunk_index', chunks: [chunk(0), chunk(0)] },
  { rule: 'chunk_length', chunks: [chunk(0, CHUNK_BYTES - 1)] },
  { rule: 'chunk_length', chunks: [chunk(2)] },
])('a chunk that was not declared ends its upload: $rule', async ({ rule, chunks }) => {
  const begun = upload();
  await using server = await serve({ create: () => Promise.resolve(begun) });
  using client = await connect(server);
  await client.ask(creation());
  const answers = [];
  for (const each of chunks) answers.push(await client.ask(each));
  expect(answers.at(-1)).toMatchObject({ type: 'failed', requestId: 1, error: rule });
  expect(begun.end).toHaveBeenCalledOnce();
  expect(await client.ask(chunk(1))).toMatchObject({ error: 'unknown_upload' });
});

test('an upload has at most its window of unanswered chunks', async () => {
  const begun = upload(() => new Promise(() => {}));
  await using server = await serve({ create: () => Promise.resolve(begun) });
  using client = await connect(server);
  await client.ask(creation(9 * CHUNK_BYTES));
  for (let index = 0; index < 8; index++) client.socket.send(chunk(index));
  expect(await client.ask(chunk(8))).toMatchObject({ error: 'too_many' });
  expect(begun.end).toHaveBeenCalledOnce();
});

test('the engine’s refusal of a chunk ends its upload', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const begun = upload(() => Promise.reject(new Error('another hash')));
  await using server = await serve({ create: () => Promise.resolve(begun) });
  using client = await connect(server);
  await client.ask(creation());
  expect(await client.ask(chunk(0))).toMatchObject({ requestId: 1, error: 'internal' });
  expect(begun.end).toHaveBeenCalledOnce();
});

test('files have a largest size, and uploads a largest number, which closed ones do not count for', async () => {
  await using server = await serve({ create: () => Promise.resolve(upload()) });
  using client = await connect(server);
  const tooLarge = creation(200 * 1024 * 1024 + 1);
  expect(await client.ask(tooLarge)).toMatchObject({ requestId: 1, error: 'invalid_message' });
  for (let requestId = 1; requestId <= 20; requestId++) {
    expect(await client.ask({ ...creation(), requestId })).toMatchObject({ type: 'created' });
  }
  expect(await client.ask({ ...creation(), requestId: 21 })).toMatchObject({ error: 'too_many' });
  client.socket.send(JSON.stringify({ type: 'cancel', requestId: 1 }));
  expect(await client.ask(creation())).toMatchObject({ type: 'created' });
});

test('an upload whose page leaves before it begins is ended when it does', async () => {
  const begun = upload();
  const { promise, resolve } = Promise.withResolvers<Upload>();
  const create = vi.fn(() => promise);
  await using server = await serve({ create });
  const connected = once(server, 'secureConnection');
  const client = await connect(server);
  const [connection] = await connected;
  client.socket.send(JSON.stringify(creation()));
  await vi.waitFor(() => expect(create).toHaveBeenCalled());
  client.socket.terminate();
  await once(connection, 'close');
  resolve(begun);
  await vi.waitFor(() => expect(begun.end).toHaveBeenCalledOnce());
});
