import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServerFactors, serverFactorsArguments } from '@holbench/core/server/factors';
import { ensureDataset } from '@holbench/dataset/generate';
import type { ManagedProcess } from '@holbench/process/managed-process';
import { LOCALHOST } from '@holbench/process/network-side';
import { letWrite } from '@holbench/process/unprivileged';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { openHttpClient, openRawClient } from '@holbench/raw-clients/open-client';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';
import { isOverQuic } from '@holbench/variants/protocols';
import { type Variant, variant } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lendCertificate } from './certificate.ts';
import { freePort } from './port.ts';
import { originOf, startServer } from './start-variant.ts';
import { findTools } from './tools.ts';

const tools = await findTools();
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const skipped = isRoot ? '' : ' (skipped: mounting needs Linux and root)';

/** What a mutation writes, about: many fit, and none of them exactly. */
const PREVIEW = 'x'.repeat(5_000);
const MUTATIONS = 200;

let root: string;
const diskFolder = (): string => join(root, 'disk');
const uploads = (): string => join(diskFolder(), 'uploads');
beforeEach(async () => {
  lent = new AsyncDisposableStack();
  root = await mkdtemp(join(tmpdir(), 'holbench-disk-'));
  await mkdir(diskFolder());
  await letWrite(root);
});
let server: ManagedProcess | null = null;
let lent: AsyncDisposableStack;
afterEach(async () => {
  await server?.stop();
  server = null;
  await lent.disposeAsync();
  if (isRoot) await promisify(execFile)('umount', [diskFolder()]);
  await rm(root, { recursive: true });
});

/** Starts the program of a variant with its uploads on a small file system. @returns its origin. */
async function start(
  { id, server: program, protocol }: Variant,
  factors: Partial<ServerFactors>,
  disk: string,
): Promise<string> {
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', disk, 'tmpfs', diskFolder()]);
  const data = await ensureDataset(root, 1_000);
  const files = ['--assets', join(tools.root, 'client/dist'), '--data', data];
  const limits = ['--limits', JSON.stringify({ freeDiskBytes: 1 })];
  const args = [...files, '--uploads', uploads(), ...limits, ...serverFactorsArguments(factors)];
  if (!tools.certificate) throw new Error('no certificate');
  const certificate = await lendCertificate(tools.certificate, lent);
  const listener = { place: LOCALHOST, port: await freePort(LOCALHOST.address), certificate };
  if (!program) throw new Error(`the lab has no server of ${id}`);
  const described = { id, program, protocol, args, ...listener };
  ({ server } = await startServer(described, { tools, logFolder: root }));
  return originOf(listener);
}

interface Client extends AsyncDisposable {
  readonly id: string;
  /** Resolves when it is acknowledged; rejects when the connection ends. */
  mutate(index: number): Promise<void>;
}

async function open({ transport }: Variant, origin: string): Promise<Client> {
  const mutationOf = (index: number) => ({ title: `${index}`, preview: PREVIEW });
  if (transport === 'websocket') {
    const socket = await RawWebSocket.open(origin);
    const id = (await socket.list())[0]?.id ?? '';
    return {
      id,
      mutate: async (index) => {
        const requestId = 1_000 + index;
        socket.sendText({ type: 'mutate', requestId, id, mutation: mutationOf(index) });
        await socket.message('mutated', requestId);
      },
      [Symbol.asyncDispose]: () => socket[Symbol.asyncDispose](),
    };
  }
  const http = openHttpClient('http/1.1', origin);
  const id = (await http.list())[0]?.id ?? '';
  return {
    id,
    mutate: async (index) => {
      const body = JSON.stringify(mutationOf(index));
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'PATCH', path: `/covalues/${id}`, headers, body };
      const { status } = await http.exchange(request);
      expect(status).toBe(200);
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

/** Waits for the end. @returns everything that it printed. */
async function printed(): Promise<string[] | undefined> {
  await server?.ended;
  expect(server?.ending).toBe('exit code 1');
  return server?.log.lines();
}

/** Complete lines. */
async function linesOf(file: string): Promise<number> {
  return (await readFile(join(uploads(), file), 'utf8')).split('\n').length - 1;
}

test.skipIf(!isRoot).each([
  ['node-http1', 'append'],
  ['node-ws', 'fsync'],
  ['uws-http1', 'fsync'],
  ['uws-ws', 'append'],
] as const)(
  `a mutation of %s that %s cannot write is not acknowledged and ends the server${skipped}`,
  async (name, persistence) => {
    const tested = variant(name);
    await using client = await open(tested, await start(tested, { persistence }, 'size=256k'));
    const sent = Array.from({ length: MUTATIONS }, (_, index) => client.mutate(index));
    const settled = await Promise.allSettled(sent);
    const file = join(uploads(), 'mutations.log');
    expect(await printed()).toEqual([
      `cannot append to ${file}: ENOSPC: no space left on device, write`,
    ]);
    const acknowledged = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(acknowledged).toBeGreaterThan(0);
    expect(acknowledged).toBeLessThanOrEqual(await linesOf('mutations.log'));
    // The disk is full, not the test at its end.
    expect(await linesOf('mutations.log')).toBeLessThan(MUTATIONS);
  },
);

test.skipIf(!isRoot).each(['node-http1', 'uws-ws'])(
  `a request of %s that cannot be logged ends the server${skipped}`,
  async (name) => {
    const tested = variant(name);
    await using client = await open(
      tested,
      await start(tested, { logging: 'requests' }, 'size=16k'),
    );
    const sent = Array.from({ length: MUTATIONS }, (_, index) => client.mutate(index));
    await Promise.allSettled(sent);
    const file = join(uploads(), 'requests.log');
    expect(await printed()).toEqual([
      `cannot append to ${file}: ENOSPC: no space left on device, write`,
    ]);
  },
);

test.skipIf(!isRoot).each([
  ['mutations.log', { persistence: 'append' }],
  ['requests.log', { logging: 'requests' }],
] as const)(`a server that cannot create %s does not start${skipped}`, async (file, factors) => {
  const path = join(uploads(), file);
  // The disk's folder and the uploads' are two files.
  await expect(start(variant('node-http1'), factors, 'nr_inodes=2')).rejects.toThrow(
    `(exit code 1): cannot create ${path}: ENOSPC: no space left on device, open '${path}'`,
  );
});

test.skipIf(!isRoot).each(['node-http1', 'node-ws', 'uws-http1', 'uws-ws'])(
  `an upload to %s that the disk cannot take is refused, with the reason, and leaves nothing${skipped}`,
  async (name) => {
    const tested = variant(name);
    const origin = await start(tested, {}, 'size=1m');
    const text = { author: 'a', title: 't', summary: 's', preview: 'p' };
    const sha256 = '0'.repeat(64);
    const { protocol } = tested;
    if (isOverQuic(protocol)) throw new Error('no raw client');
    await using client = await openRawClient(protocol, origin);
    const tooLong = client.upload(text, { bytes: 2 * 1024 ** 2, sha256 });
    await expect(tooLong).rejects.toThrow(/429|too_many/);
    const upload = await client.upload(text, { bytes: 512 * 1024, sha256 });
    // Somebody else fills the disk but for a part of a chunk.
    await writeFile(join(diskFolder(), 'others'), Buffer.alloc(1024 ** 2 - 64 * 1024));
    expect(await upload.store(0, new Uint8Array(CHUNK_BYTES))).toBe('too_many');
    expect(await readdir(uploads())).toEqual([]);
    await vi.waitFor(() => expect(server?.log.lines().join('\n')).toContain('ENOSPC'));
    expect(await client.list()).not.toEqual([]);
  },
);
