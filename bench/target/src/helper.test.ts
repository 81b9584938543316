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
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test.each(['POST /up', 'GET /elsewhere'])(
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
