import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Address } from '@holbench/harness/address';
import { type Certificate, makeCertificate } from '@holbench/harness/certificate';
import { freePort } from '@holbench/harness/port';
import { findTools } from '@holbench/harness/tools';
import { LOCALHOST } from '@holbench/process/network-side';
import { DEFAULT_SERVER_FACTORS } from '@holbench/core/server/factors';
import { CollectorConnection } from '@holbench/harness/collect/collector-connection';
import {
  ALIVE_MS,
  REQUEST_BYTES,
  type UsersEvent,
  WORKER_PATHS,
} from '@holbench/harness/collect/messages';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { describeTarget } from './describe-target.ts';
import { Helper } from './helper.ts';
import { HelperConnection } from './helper-connection.ts';
import { CONTROL_PATH } from './messages.ts';

const TOKEN = 'a-token-of-a-test-0123456789';

let folder: string;
let certificate: Certificate;
let helper: Helper;
let address: Address;
let lent = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-helper-'));
  certificate = await makeCertificate(folder);
  address = { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  const tools = await findTools();
  helper = await Helper.start(address, certificate, TOKEN, {
    start: { tools, logFolder: folder, place: LOCALHOST },
    machine: await describeTarget(tools),
    lend: async () => {
      lent += 1;
      return { [Symbol.asyncDispose]: async () => {} };
    },
  });
});
afterAll(async () => {
  await helper[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const bench = (token = TOKEN): Promise<HelperConnection> =>
  HelperConnection.open(address, {
    keys: { accepted: [certificate.spki], only: true },
    token,
  });

/** Status of the answer to an upgrade. */
async function upgrade(headers: Record<string, string>, path = CONTROL_PATH): Promise<number> {
  const asking = request({
    ...address,
    path,
    rejectUnauthorized: false,
    headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers },
  });
  asking.end();
  const [response] = await once(asking, 'response');
  asking.destroy();
  return response.statusCode;
}

test('a bench with the token is welcome, one at a time', async () => {
  await using first = await bench();
  expect(first.welcome.machine.machine.cores).toBeGreaterThan(0);
  await expect(bench()).rejects.toThrow('another bench is at the target');
});

test('another token, a page and another path are refused', async () => {
  await expect(bench('another-token-0123456789')).rejects.toThrow('refused the token');
  const authorization = `Bearer ${TOKEN}`;
  expect(await upgrade({})).toBe(403);
  expect(await upgrade({ authorization, origin: 'https://evil.example' })).toBe(403);
  expect(await upgrade({ authorization }, '/elsewhere')).toBe(404);
});

test('connections that are refused and stay open lock nobody out', async () => {
  const sockets = Array.from({ length: 240 }, () => {
    const halfOpen = connectTcp({ ...address, allowHalfOpen: true });
    const socket = connect({ socket: halfOpen, rejectUnauthorized: false });
    halfOpen.on('error', () => {});
    socket.on('error', () => {});
    socket.write(
      `GET ${CONTROL_PATH} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    return socket;
  });
  await delay(1_000);
  await using late = await bench();
  expect(late.welcome.event).toBe('welcome');
  for (const socket of sockets) socket.destroy();
});

test.each(['POST /worker/measured', 'GET /elsewhere'])(
  'who is refused is not listened to: the connection ends, whatever is left of its body (%s)',
  async (asked) => {
    const socket = connect({ ...address, rejectUnauthorized: false });
    socket.on('error', () => {});
    socket.write(`${asked} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n`);
    socket.resume();
    const closed = once(socket, 'close').then(() => 'closed');
    expect(await Promise.race([closed, delay(5_000, 'open')])).toBe('closed');
    socket.destroy();
  },
);

test('what no variant is called is refused, and the next order is obeyed', async () => {
  await using first = await bench();
  const factors = DEFAULT_SERVER_FACTORS;
  const starting = first.order(
    { do: 'start', variant: '../node-ws', fileBytes: 1, factors },
    'started',
  );
  await expect(starting).rejects.toThrow('the target: there is no variant ../node-ws');
  expect((await first.order({ do: 'echo' }, 'echoing')).id).toMatch(/^[\da-f]{32}$/);
  expect(lent).toBe(0);
});

test('orders wait for each other', async () => {
  await using first = await bench();
  const stopped = first.order({ do: 'stop' }, 'stopped');
  const echoing = first.order({ do: 'echo' }, 'echoing');
  expect((await stopped).summary).toBeNull();
  expect((await echoing).event).toBe('echoing');
});

const COLLECTION = {
  id: 'this',
  name: 'load-text',
  labels: ['page-load'],
  plan: {
    scenario: '1b',
    workers: 1,
    users: 1,
    arrivalSeconds: 1,
    seed: 1,
    fileBytes: 1,
    timeoutMs: 1_000,
  },
};
const WORKER = { name: 'load-text', browser: '1' };

/** A worker of that collection. */
const worker = (key = certificate.spki): CollectorConnection =>
  new CollectorConnection(`https://127.0.0.1:${address.port}`, key, TOKEN, COLLECTION.id);

/** Status of the answer to a worker; 0 where the connection is closed instead. */
async function postAsWorker(body: string, authorization = `Bearer ${TOKEN}`): Promise<number> {
  const headers = { authorization };
  const path = WORKER_PATHS.join;
  const asking = request({ ...address, method: 'POST', path, rejectUnauthorized: false, headers });
  asking.end(body);
  const answered = once(asking, 'response').then(
    ([response]) => response.statusCode,
    () => 0,
  );
  const status: number = await answered;
  asking.destroy();
  return status;
}

test('workers are asked for the token first, and for a measurement only while a cell collects', async () => {
  const join = JSON.stringify({ id: 'a', collection: COLLECTION.id, ...WORKER });
  expect(await postAsWorker('x'.repeat(REQUEST_BYTES + 1), 'Bearer another')).toBe(403);
  expect(await postAsWorker(join)).toBe(503);
  await using first = await bench();
  expect(await postAsWorker(join)).toBe(503);
  await first.collect(COLLECTION, () => {});
  expect(await postAsWorker('{}')).toBe(400);
  expect(await postAsWorker('{"id":')).toBe(400);
  expect([0, 413]).toContain(await postAsWorker('x'.repeat(REQUEST_BYTES + 1)));
  expect(await postAsWorker(join)).toBe(200);
  await first.order({ do: 'stop' }, 'stopped');
  expect(await postAsWorker(join)).toBe(503);
});

test('what a worker measures comes to the bench', async () => {
  const early = worker();
  // It has come before the bench.
  const joining = early.join(WORKER);
  const told: UsersEvent[] = [];
  await using first = await bench();
  await first.collect(COLLECTION, (event) => told.push(event));
  expect(await joining).toMatchObject({ worker: 0, plan: COLLECTION.plan, token: TOKEN });
  const outcome = { status: 'failed', code: 'page', reason: 'a test', afterMs: 1 } as const;
  const measurement = { label: 'page-load', user: 0, index: 0, intendedAtMs: 0, outcome };
  await early.send([measurement]);
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ event: 'over', problem: null }));
  expect(told).toContainEqual({ event: 'measured', measurements: [measurement] });
  await expect(early.send([measurement])).rejects.toThrow('the cell is over');
});

test('workers of a cell that has ended do not join the next, which differs by its id alone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await using first = await bench();
  await first.collect(COLLECTION, () => {});
  await worker().join(WORKER);
  await first.order({ do: 'stop' }, 'stopped');
  // One that has measured goes on to say that it lives, one that is too late waits for its cell.
  const late = worker().join(WORKER);
  const refused = expect(late).rejects.toThrow('this command is of another cell');
  const told: UsersEvent[] = [];
  await first.collect({ ...COLLECTION, id: 'next' }, (event) => told.push(event));
  vi.advanceTimersByTime(ALIVE_MS);
  await refused;
  // That of the collection is left.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  expect(told).toEqual([]);
});

test('a worker tells its measurements, and its token, to no other machine', async () => {
  await expect(worker('another key').join(WORKER)).rejects.toThrow('is not trusted');
});
