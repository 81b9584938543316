import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { openHttpClient } from '@holbench/raw-clients/open-client';
import { NARROW_WINDOW_BYTES, unreadHttp2 } from '@holbench/test-clients/unread-requests';
import type { Variant } from '@holbench/variants/registry';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rssBytesOf } from '../lab/lab-under-test.ts';

const FILE_BYTES = 16 * 1024 ** 2;
const CONNECTIONS = 12;
/** Measured: 5 to 30 MiB. Without a bound, most of the files. */
const MAX_GAIN_BYTES = 64 * 1024 ** 2;

/** What clients reach over HTTP/2: the windows that they grant must not decide what it keeps. */
export function describeUnread(variant: Variant, tools: Tools): void {
  if (variant.protocol !== 'h2') return;
  if (variant.proxy) {
    if (variant.transport === 'http') describeMostRequests(variant, tools);
    return;
  }

  describe('connections that grant wide windows and read nothing', () => {
    let lab: RunningVariant;
    beforeAll(async () => {
      const logFolder = join(tools.root, 'test-results', 'conformance', `unread-${variant.id}`);
      // Room for the two chunks of a download each.
      const limits = { allUnreadChunks: 2 * CONNECTIONS };
      lab = await startVariant(variant, { tools, fileBytes: FILE_BYTES, logFolder, limits });
    });
    afterAll(() => lab?.[Symbol.asyncDispose]());

    test('cost bounded memory, and leave others their files', async () => {
      await using client = openHttpClient('h2', lab.origin);
      const id = (await client.list()).find(({ file }) => file !== null)?.id ?? '';
      const path = `/covalues/${id}/file`;
      const before = (await rssBytesOf(lab)).server;
      await using connections = new AsyncDisposableStack();
      for (let opened = 0; opened < CONNECTIONS; opened++) {
        connections.use(await unreadHttp2(lab.origin, [path]));
      }
      let most = 0;
      for (let time = 0; time < 20; time++) {
        await sleep(100);
        most = Math.max(most, (await rssBytesOf(lab)).server);
      }
      expect(most - before).toBeLessThan(MAX_GAIN_BYTES);
      let received = 0;
      for await (const piece of (await client.request({ path })).body) received += piece.length;
      expect(received).toBe(FILE_BYTES);
    });
  });
}

const LIMITS = { proxyRequests: 64, proxyStallMs: 4_000 };
const REQUESTS = 20;
const WAIT = { timeout: 10_000, interval: 200 };
const SOON = { timeout: 10_000, interval: 20 };
/** Caddy refuses at once. Envoy lets some wait for a connection to the server. */
const AT_ONCE_MS = 1_000;

function describeMostRequests(variant: Variant, tools: Tools): void {
  test('more requests at once than the proxy takes find no room, until those end that stand still', async () => {
    const logFolder = join(tools.root, 'test-results', 'conformance', `most-${variant.id}`);
    const options = { tools, fileBytes: FILE_BYTES, logFolder, limits: LIMITS };
    await using lab = await startVariant(variant, options);
    await using client = openHttpClient('h2', lab.origin);
    const withFile = (await client.list()).find(({ file }) => file !== null)?.id ?? '';
    const created = await client.create({ author: 'a', title: 't', summary: 's', preview: 'p' });
    const events = await client.request({ path: `/covalues/${created}/events` });
    let received = '';
    events.body.on('data', (piece: Buffer) => (received += piece.toString('utf8')));
    await client.mutate(created, { preview: 'the first' });
    await vi.waitFor(() => expect(received).toContain('id: 1'), WAIT);

    await using connections = new AsyncDisposableStack();
    const paths = Array.from({ length: REQUESTS }, () => `/covalues/${withFile}/file`);
    const hasRoom = async (): Promise<boolean> => {
      const askedAt = performance.now();
      await using another = openHttpClient('h2', lab.origin);
      const { status } = await another.request({ path: `/covalues/${created}` });
      return status === 200 && performance.now() - askedAt < AT_ONCE_MS;
    };
    const beganAt = performance.now();
    // The answers stand still, and TCP does not: where it does, Caddy cannot end them.
    await vi.waitFor(async () => {
      connections.use(await unreadHttp2(lab.origin, paths, 0, NARROW_WINDOW_BYTES));
      expect(await hasRoom()).toBe(false);
    }, SOON);
    await vi.waitFor(async () => expect(await hasRoom()).toBe(true), WAIT);
    expect(performance.now() - beganAt).toBeGreaterThan(LIMITS.proxyStallMs / 2);

    // A stream of events is quiet for longer, and lives.
    await client.mutate(created, { preview: 'the second' });
    await vi.waitFor(() => expect(received).toContain('id: 2'), WAIT);
  });
}
