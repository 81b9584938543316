import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { VARIANTS, variant } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from './port.ts';
import { readHealth } from './readiness/check.ts';
import { type RunningVariant, startVariant } from './start-variant.ts';
import { findTools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';

const run = promisify(execFile);
const FILE_BYTES = 100 * 1024;
const tools = await findTools();
const runnable = VARIANTS.filter((candidate) => !whyUnsupported(candidate, tools));

let logFolder: string;
beforeEach(async () => {
  logFolder = await mkdtemp(join(tmpdir(), 'holbench-variant-'));
});
afterEach(() => rm(logFolder, { recursive: true }));

/** Command line of its server. */
async function commandOf({ processes }: RunningVariant): Promise<string> {
  const server = processes.find(({ name }) => name === 'server');
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(server?.pid)]);
  return stdout;
}

/** Path of the Unix socket on which a server behind a proxy listens. */
async function socketOf(running: RunningVariant): Promise<string> {
  return /--socket (\S+)/.exec(await commandOf(running))?.[1] ?? '';
}

test.each(runnable)('$id starts, and stops in under 2 s with a summary', async (tested) => {
  await using running = await startVariant(tested, { tools, fileBytes: FILE_BYTES, logFolder });
  expect(running.processes.map(({ name }) => name)).toEqual(
    tested.proxy ? ['server', 'proxy'] : ['server'],
  );
  const startedAt = performance.now();
  const [summary, again] = await Promise.all([running.stop(), running.stop()]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(summary?.peakRssBytes).toBeGreaterThan(10 * 1024 ** 2);
  expect(again).toEqual(summary);
  for (const { pid } of running.processes) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test.each(runnable.filter(({ id }) => id === 'caddy-ws'))(
  'a refused upgrade whose client leaves with the answer unread does not end the server of $id',
  async (tested) => {
    await using running = await startVariant(tested, { tools, fileBytes: FILE_BYTES, logFolder });
    for (let time = 0; time < 5; time++) {
      // A Unix socket that is closed with something unread resets the other end.
      const client = connect(await socketOf(running)).pause();
      client.write(
        'GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      );
      await sleep(100);
      client.destroy();
    }
    expect(await Promise.race([running.ended, sleep(300, 'lives')])).toBe('lives');
  },
);

test.each(runnable.filter(({ proxy }) => proxy !== null))(
  'only its own user reaches the server of $id: by a socket, which is gone afterwards',
  async (tested) => {
    await using running = await startVariant(tested, { tools, fileBytes: FILE_BYTES, logFolder });
    const command = await commandOf(running);
    expect(command).not.toMatch(/--port|--host/);
    const socket = await socketOf(running);
    expect((await stat(socket)).isSocket()).toBe(true);
    // Beside root, where it has dropped rights for the other one; whose group is nobody else's.
    expect((await stat(dirname(socket))).mode & 0o7).toBe(0);
    await running.stop();
    await expect(stat(dirname(socket))).rejects.toThrow('ENOENT');
  },
);

// Connections that such a socket accepts ignore `tcp_notsent_lowat`: docs/decisions/0034.
test.runIf(process.platform === 'linux').each(runnable.filter(({ protocol }) => protocol !== 'h3'))(
  'the listener of $id is not one of Multipath TCP',
  async (tested) => {
    await using running = await startVariant(tested, { tools, fileBytes: FILE_BYTES, logFolder });
    const { port } = new URL(running.origin);
    const listeners = async (kind: string) =>
      (await run('ss', ['-Hln', kind, 'sport', '=', `:${port}`])).stdout.trim();
    expect(await listeners('--tcp')).not.toBe('');
    expect(await listeners('--mptcp')).toBe('');
  },
);

test('a port in use is refused before anything is started', async () => {
  const port = await freePort('127.0.0.1');
  await using occupant = createServer().listen(port, '127.0.0.1');
  await once(occupant, 'listening');
  const options = { tools, fileBytes: FILE_BYTES, logFolder, port };
  await expect(startVariant(variant('node-http1'), options)).rejects.toThrow(
    `port ${port} on 127.0.0.1 is in use; choose another with --port`,
  );
});

test('a server that dies is noticed', async () => {
  await using running = await startVariant(variant('node-http1'), {
    tools,
    fileBytes: FILE_BYTES,
    logFolder,
  });
  const limit = AbortSignal.timeout(1_000);
  expect((await readHealth(running.origin, 'http/1.1', limit))?.variant).toBe('node-http1');
  for (const { pid } of running.processes) process.kill(pid, 'SIGKILL');
  expect(await running.ended).toBe('the server of node-http1 ended (signal SIGKILL)');
  expect(await running.stop()).toBeNull();
});

test('a server that crashes says why', async () => {
  const crash = `process.on('SIGUSR2',()=>{throw(new(Error)('out%20of%20order'))})`;
  vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${crash}`);
  const options = { tools, fileBytes: FILE_BYTES, logFolder };
  await using running = await startVariant(variant('node-http1'), options);
  vi.unstubAllEnvs();
  for (const { pid } of running.processes) process.kill(pid, 'SIGUSR2');
  const reason = 'the server of node-http1 ended (exit code 1): Error: out of order';
  expect(await running.ended).toBe(reason);
});
