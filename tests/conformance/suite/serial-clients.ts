import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerFactors } from '@holbench/core/server/factors';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { openHttpClient, openRawClient, type TcpProtocol } from '@holbench/raw-clients/open-client';
import { openSerialClient } from '@holbench/raw-clients/serial/open-serial-client';
import type { SerialClient } from '@holbench/raw-clients/serial/serial-client';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';
import type { Variant } from '@holbench/variants/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXT } from '../lab/page-operations.ts';

const FILE_BYTES = 8 * 1024 * 1024;
const CLIENTS = 64;
const UNKNOWN = 'co_ffffffffffffffff';
const MUTATION = { title: 'another title – €' };

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A server without a browser. */
export async function startAlone(
  tools: Tools,
  variant: Variant,
  factors: Partial<ServerFactors>,
): Promise<RunningVariant> {
  const folder = `serial-${variant.id}${Object.values(factors).join('-')}`;
  const logFolder = join(tools.root, 'test-results', 'conformance', folder);
  await rm(logFolder, { recursive: true, force: true });
  return startVariant(variant, { tools, fileBytes: FILE_BYTES, logFolder, factors });
}

function serverPid({ processes }: RunningVariant): number {
  const server = processes.find(({ name }) => name === 'server');
  if (!server) throw new Error('there is no server process');
  return server.pid;
}

/** What the other raw client gets: the text of a CoValue in bytes. */
async function loadedBytes(protocol: TcpProtocol, origin: string, id: string): Promise<number> {
  if (protocol !== 'websocket') {
    await using raw = openHttpClient(protocol, origin);
    return Buffer.byteLength((await raw.exchange({ path: `/covalues/${id}` })).text);
  }
  await using raw = await RawWebSocket.open(origin);
  raw.sendText({ type: 'load', requestId: 1, id });
  return bytesOf((await raw.message('loaded', 1)).covalue);
}

export function describeSerialClients(
  tools: Tools,
  variant: Variant,
  protocol: TcpProtocol,
  factors: Partial<ServerFactors>,
): void {
  describe(`serial clients, ${JSON.stringify(factors)}`, () => {
    let running: RunningVariant;
    let id = '';
    let listedBytes = 0;
    const open = (): Promise<SerialClient> => openSerialClient(protocol, running.origin);

    beforeAll(async () => {
      running = await startAlone(tools, variant, factors);
      await using raw = await openRawClient(protocol, running.origin);
      const covalues = await raw.list();
      id = covalues[0]?.id ?? '';
      listedBytes = bytesOf({ covalues });
    });
    afterAll(() => running.stop());

    test('count the bytes that the raw client gets', async () => {
      await using client = await open();
      expect(client.protocol).toBe(protocol);
      expect(await client.list()).toBe(listedBytes);
      const bytes = await loadedBytes(protocol, running.origin, id);
      expect(bytes).toBeGreaterThan(5_000);
      for (let time = 0; time < 20; time++) expect(await client.load(id)).toBe(bytes);
    });

    test('count the bytes of a file, once its first are there', async () => {
      await using client = await open();
      for (let time = 1; time <= 3; time++) {
        let firsts = 0;
        expect(await client.download(id, () => firsts++)).toBe(FILE_BYTES);
        expect(firsts).toBe(1);
      }
      expect(await client.load(id)).toBeGreaterThan(5_000);
    });

    test('create and mutate, also more than windows of flow control hold', async () => {
      await using client = await open();
      const text = { ...TEXT, preview: 'x'.repeat(100_000) };
      const bytes = bytesOf({ id, upload: null });
      for (let time = 0; time < 5; time++) expect(await client.create(text)).toBe(bytes);
      await using raw = await openRawClient(protocol, running.origin);
      const created = (await raw.list()).at(-1);
      expect(created).toMatchObject({ title: TEXT.title, file: null });
      const [first, second] = [
        await client.mutate(created?.id ?? '', MUTATION),
        await client.mutate(created?.id ?? '', { summary: 'x'.repeat(10_000) }),
      ];
      expect([first, second]).toEqual([bytesOf({ eventId: 1 }), bytesOf({ eventId: 2 })]);
    });

    test('get the events of a CoValue, those that came before they asked, too', async () => {
      await using client = await open();
      await using other = await open();
      await client.create(TEXT);
      await using raw = await openRawClient(protocol, running.origin);
      const created = (await raw.list()).at(-1)?.id ?? '';
      await client.subscribe(created);
      for (let eventId = 1; eventId <= 3; eventId++) await other.mutate(created, MUTATION);
      const first = bytesOf({ id: created, eventId: 1, mutation: MUTATION });
      const taken = [await client.nextEvent(), await client.nextEvent(), await client.nextEvent()];
      expect(taken).toEqual([first, first, first]);
      const next = client.nextEvent();
      expect(await client.load(created)).toBeGreaterThan(100);
      await client.mutate(created, MUTATION);
      expect(await next).toBe(first);
    });

    test('reject for a refusal, and go on', async () => {
      await using client = await open();
      const refusal = { code: 'unknown_covalue' };
      await expect(client.load(UNKNOWN)).rejects.toMatchObject(refusal);
      await expect(client.mutate(UNKNOWN, MUTATION)).rejects.toMatchObject(refusal);
      await expect(client.download(UNKNOWN, () => {})).rejects.toMatchObject(refusal);
      await expect(client.subscribe(UNKNOWN)).rejects.toMatchObject(refusal);
      await expect(client.mutate(id, {})).rejects.toMatchObject({ code: 'invalid_message' });
      expect(await client.load(id)).toBeGreaterThan(5_000);
    });

    test('do one operation at a time', async () => {
      await using client = await open();
      const first = client.load(id);
      await expect(client.load(id)).rejects.toThrow('an operation is open already');
      expect(await first).toBeGreaterThan(5_000);
    });

    test(`${CLIENTS} work at once`, async () => {
      await using clients = new AsyncDisposableStack();
      const opened = await Promise.all(Array.from({ length: CLIENTS }, open));
      for (const client of opened) clients.use(client);
      const loads = opened.map(async (client) => {
        const bytes = new Set<number>();
        for (let time = 0; time < 20; time++) bytes.add(await client.load(id));
        return [...bytes];
      });
      const bytes = await loadedBytes(protocol, running.origin, id);
      expect(await Promise.all(loads)).toEqual(opened.map(() => [bytes]));
    });

    test('reject what is open when their user leaves, and everything later', async () => {
      const client = await open();
      await client.subscribe(id);
      const pending = [client.nextEvent(), client.load(id)].map((each) => expect(each).rejects);
      const left = pending.map((each) => each.toThrow('this client has closed the connection'));
      await client[Symbol.asyncDispose]();
      await Promise.all(left);
      await expect(client.load(id)).rejects.toThrow('this client has closed');
      await expect(client.nextEvent()).rejects.toThrow('this client has closed');
    });

    test('reject what is open when the server ends, and everything later', async () => {
      await using server = await startAlone(tools, variant, factors);
      await using client = await openSerialClient(protocol, server.origin);
      await client.subscribe(id);
      // A stopped process answers nothing.
      process.kill(serverPid(server), 'SIGSTOP');
      const pending = [client.nextEvent(), client.load(id)];
      const begunAt = performance.now();
      process.kill(serverPid(server), 'SIGKILL');
      const settled = await Promise.allSettled(pending);
      expect(performance.now() - begunAt).toBeLessThan(1_000);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      await expect(client.load(id)).rejects.toThrow();
      await expect(client.subscribe(id)).rejects.toThrow();
      await expect(client.nextEvent()).rejects.toThrow();
    });
  });
}
