import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import type { Link } from '@holbench/netem/backend';
import { noneBackend } from '@holbench/netem/backends/none';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { readRun } from '@holbench/results/run-reader';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const TOKEN = 'a-token-of-a-test-0123456789';
const PORT = 8600;
const LIMIT_MS = 180_000;

/** Two machines: what one of them starts, the other does not. */
let link: Link;
let folder: string;
let serving: ManagedProcess;
let key: string;
let runs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-target-'));
  const options = { profile: PLAIN_PROFILE, seed: 1, tcp: DEFAULT_TCP, logFolder: folder };
  link = await noneBackend.start(options);
  serving = await serve();
}, LIMIT_MS);
afterAll(async () => {
  await serving.stop();
  await link.stop();
  await rm(folder, { recursive: true });
});

async function serve(): Promise<ManagedProcess> {
  const { server } = link;
  const args = ['node-http2', '--host', server.address, '--port', `${PORT}`, '--file-size', '1KiB'];
  const started = await start(server, 'bench/target/src/serve-main.ts', args);
  key = await waitUntilReady(started, async () => {
    const printed = /--target-key (\S+)/.exec(started.log.lines().join('\n'));
    return printed?.[1] ?? null;
  });
  return started;
}

function start(
  side: NetworkSide,
  program: string,
  args: readonly string[],
  token = TOKEN,
): Promise<ManagedProcess> {
  return ManagedProcess.start({
    name: program,
    ...commandIn(side, process.execPath, [join(PROJECT_ROOT, program), ...args]),
    logPath: join(folder, `${runs++}.log`),
    env: { ...process.env, [TOKEN_VARIABLE]: token },
  });
}

function bench(args: readonly string[], token?: string): Promise<ManagedProcess> {
  return start(link.client, 'bench/runner/src/main.ts', args, token);
}

/** What it printed, once it has ended. */
async function ended(running: ManagedProcess): Promise<string> {
  await running.ended;
  return running.log.lines().join('\n');
}

const target = (): string[] => [
  '--target',
  `https://${link.server.address}:${PORT}`,
  '--target-key',
  key,
];

const CELLS = ['--preset', 'smoke', '--scenarios', '1a,1b', '--kinds', 'text'];

test(
  'a run against a target has its servers, what they counted and used, and the real network',
  async () => {
    const out = join(folder, 'run');
    const variants = ['--variants', 'node-http2,caddy-http3,node-webtransport'];
    const printed = await ended(await bench([...target(), ...CELLS, ...variants, '--out', out]));
    expect(printed).toContain('4 ok, 0 invalid, 0 failed, 2 unsupported');
    const { manifest, cells } = await readRun(out);
    const [network] = manifest.networks;
    expect(network?.certificate).toBeNull();
    expect(network?.found?.helper?.machine.cores).toBeGreaterThan(0);
    expect(network?.found?.reading.rttMs?.n).toBeGreaterThan(400);
    expect(network?.found?.reading.down?.goodputKbps).toBeGreaterThan(10_000);
    for (const { cell } of cells.filter(({ cell: { status } }) => status === 'ok')) {
      const expected = cell.variant === 'caddy-http3' ? 'HTTP/3.0' : 'HTTP/2.0';
      expect(cell.protocol.server[expected]).toBeGreaterThan(0);
      expect(cell.server?.peakRssBytes).toBeGreaterThan(0);
      expect(cell.resources?.processes.map(({ group }) => group)).toContain('server');
      expect(cell.resources?.targetMachine?.cores).toBeGreaterThan(0);
      expect(cell.found?.after?.tcpConnectMs?.n).toBe(3);
    }
  },
  LIMIT_MS,
);

test.each([
  ['a token that is wrong', () => target(), 'another-token-0123456789', 'refused the token'],
  [
    'a certificate that does not fit',
    () => [...target().slice(0, 3), 'AAAA'],
    TOKEN,
    'is not trusted',
  ],
  [
    'a port without a target',
    () => ['--target', `https://${link.server.address}:9`],
    TOKEN,
    'nobody answers at',
  ],
  ['no address', () => ['--target', 'http://192.0.2.7'], TOKEN, 'expected https://HOST:PORT'],
])('%s: one line with the remedy', async (_what, args, token, line) => {
  const printed = await ended(await bench([...args(), ...CELLS], token));
  expect(printed).toContain(line);
  expect(printed).not.toContain('    at ');
});

test(
  'a target that ends in mid-run loses no cell, and the run goes on once it is back',
  async () => {
    const out = join(folder, 'broken');
    const cells = ['--preset', 'smoke', '--scenarios', '1a', '--kinds', 'text', '--rounds', '4'];
    const args = [...cells, '--variants', 'node-http2', '--out', out];
    const running = await bench([...target(), ...args]);
    const lines = (): string => running.log.lines().join('\n');
    await vi.waitFor(() => expect(lines()).toContain('[1/4,'), { timeout: 90_000, interval: 50 });
    await serving.stop();
    const printed = await ended(running);
    expect(printed).toMatch(/the target has ended.*pnpm bench --resume/);
    const before = (await readRun(out)).cells.length;
    expect(before).toBeLessThan(4);
    serving = await serve();
    expect(await ended(await bench(['--resume', out]))).toContain('0 failed');
    const resumed = await readRun(out);
    expect(resumed.cells.map(({ cell }) => cell.status)).toEqual(Array(4).fill('ok'));
  },
  2 * LIMIT_MS,
);
