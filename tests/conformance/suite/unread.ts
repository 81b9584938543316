import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { openHttpClient } from '@holbench/raw-clients/open-client';
import { unreadHttp2 } from '@holbench/raw-clients/serial/unread-requests';
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
  if (variant.proxy?.kind === 'caddy' && variant.transport === 'http') {
    describeMostRequests(variant, tools);
  }
  if (variant.proxy) return;

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

/** As many requests of each connection as Caddy lets begin. About 55 of them reach the server, and wait. */
const REQUESTS = 250;
/** Two to three times as many waiting requests as it takes at once: with 30 connections there were too few, at times. */
const ASKING = 60;
const LARGE = { author: 'a', title: 't', summary: 's', preview: 'x'.repeat(100_000) };
const GONE = { timeout: 10_000, interval: 200 };

function describeMostRequests(variant: Variant, tools: Tools): void {
  test('more requests at once than the proxy takes are reset, until others have left', async () => {
    const logFolder = join(tools.root, 'test-results', 'conformance', `most-${variant.id}`);
    await using lab = await startVariant(variant, { tools, fileBytes: FILE_BYTES, logFolder });
    await using client = openHttpClient('h2', lab.origin);
    const path = `/covalues/${await client.create(LARGE)}`;
    {
      await using connections = new AsyncDisposableStack();
      const paths = Array.from({ length: REQUESTS }, () => path);
      for (let opened = 0; opened < ASKING; opened++) {
        connections.use(await unreadHttp2(lab.origin, paths));
      }
      await vi.waitFor(
        () => expect(client.request({ path })).rejects.toThrow(/reset|error/i),
        GONE,
      );
    }
    await vi.waitFor(async () => expect((await client.request({ path })).status).toBe(200), GONE);
  });
}
