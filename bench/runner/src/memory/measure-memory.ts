import { setTimeout as wait } from 'node:timers/promises';
import { launchBrowser } from '@holbench/harness/browser';
import { stopNetworkInspection } from '@holbench/harness/network-inspection';
import { startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import type { CoValueText } from '@holbench/protocol/covalue';
import { openRawClient } from '@holbench/raw-clients/open-client';
import { type RawClient, storeZeros, zeros } from '@holbench/raw-clients/raw-client';
import type { Variant } from '@holbench/variants/registry';
import { readDataset } from '@holbench/core/dataset/dataset';
import { ensureDataset } from '@holbench/core/dataset/generate';
import { join } from 'node:path';
import { type MemoryUsers, pageUsers } from './page-users.ts';
import { quicHosts } from '../quic-hosts.ts';
import { PeakRss } from './peak-rss.ts';

const UPLOAD_TEXT: CoValueText = {
  author: 'bench:memory',
  title: 'an upload',
  summary: 'one of many at once',
  preview: '',
};

export type Direction = 'download' | 'upload';

export interface MemoryOptions {
  readonly tools: Tools;
  readonly fileBytes: number;
  readonly users: number;
  /** How long the readers stay stopped, in ms: time for the server to fill whatever it fills. */
  readonly stalledMs: number;
  readonly logFolder: string;
}

/**
 * Peak resident set size of a fresh server process, in bytes, while `users` download a file each
 * and stop reading, or upload one each.
 */
export async function measureMemory(
  variant: Variant,
  direction: Direction,
  options: MemoryOptions,
): Promise<number> {
  const { tools, fileBytes, users, logFolder } = options;
  await using server = await startVariant(variant, { tools, fileBytes, logFolder });
  const pid = server.processes.find(({ name }) => name === 'server')?.pid;
  if (pid === undefined) throw new Error(`${variant.id} has no server process`);
  using peak = new PeakRss(pid);
  await using browser =
    variant.protocol === 'h3' ? await launchPageBrowser(server.origin, options) : null;
  const client = browser ? pageUsers(await browser.page()) : rawUsers(variant, server.origin);
  try {
    if (direction === 'upload') {
      await Promise.all(Array.from({ length: users }, () => client.upload(fileBytes)));
    } else {
      const ids = await covalueIds(tools, fileBytes);
      const stalls = Array.from({ length: users }, (_, user) =>
        client.stall(ids[user % ids.length] ?? ''),
      );
      await Promise.all(stalls);
      await wait(options.stalledMs);
    }
    return await peak.read();
  } finally {
    await client.close();
  }
}

function rawUsers({ protocol }: Variant, origin: string): MemoryUsers {
  if (protocol === 'h3') throw new Error('HTTP/3 has no raw client');
  const clients: RawClient[] = [];
  const open = async (): Promise<RawClient> => {
    const client = await openRawClient(protocol, origin, { timeoutMs: 600_000 });
    clients.push(client);
    return client;
  };
  let file = null;
  return {
    stall: async (id) => (await open()).stallDownloads(id, 1),
    upload: async (bytes) => {
      file ??= zeros(bytes);
      await storeZeros(await (await open()).upload(UPLOAD_TEXT, file), bytes);
    },
    close: async () =>
      void (await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()))),
  };
}

async function launchPageBrowser(origin: string, { tools, logFolder }: MemoryOptions) {
  const running = await launchBrowser({
    tools,
    forceQuic: quicHosts({ protocol: 'h3' }, origin),
    logFolder,
  });
  return {
    page: async () => {
      const page = await running.browser.newPage();
      page.setDefaultTimeout(0);
      await stopNetworkInspection(page);
      await page.goto(origin);
      await page.evaluate(() => window.holbench.ready);
      return page;
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

async function covalueIds({ root }: Tools, fileBytes: number): Promise<string[]> {
  const folder = await ensureDataset(join(root, 'data'), fileBytes);
  const { covalues } = await readDataset(folder);
  return covalues.map(({ id }) => id);
}
