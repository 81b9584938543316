import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagedProcess } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { openHttpClient } from '@holbench/raw-clients/open-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '@holbench/harness/port';

const PROGRAM = join(import.meta.dirname, 'serve-main.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-serve-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function serve(...args: string[]): Promise<ManagedProcess> {
  const logPath = join(folder, 'serve.log');
  const port = String(await freePort('127.0.0.1'));
  const command = [PROGRAM, ...args, '--port', port, '--file-size', '1KiB'];
  return ManagedProcess.start({ name: 'serve', command: process.execPath, args: command, logPath });
}

/** @returns the address that it prints. */
const addressOf = (serving: ManagedProcess): Promise<URL> =>
  waitUntilReady(serving, async () => {
    const printed = /https:\S+/.exec(serving.log.lines().join('\n'))?.[0];
    return printed === undefined ? null : new URL(printed);
  });

test('beyond loopback only the printed address, with its token, lets in', async () => {
  await using serving = await serve('node-http1', '--host', '0.0.0.0');
  const { origin, searchParams } = await addressOf(serving);
  await using client = openHttpClient('http/1.1', origin);
  expect((await client.exchange({ path: '/covalues' })).status).toBe(403);
  const { status, headers } = await client.request({
    path: `/?token=${searchParams.get('token')}`,
  });
  expect(status).toBe(200);
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  const admitted = await client.exchange({ path: '/covalues', headers: { cookie } });
  expect(admitted.status).toBe(200);
});

test('WebTransport, which cannot send a token, stays on loopback', async () => {
  await using serving = await serve('node-webtransport', '--host', '0.0.0.0');
  await serving.ended;
  expect(serving.log.lines().join('\n')).toContain('WebTransport sends no cookie');
});
