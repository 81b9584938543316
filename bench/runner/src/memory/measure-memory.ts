import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { stopNetworkInspection } from '@holbench/harness/network-inspection';
import { startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { CHUNK_BYTES, chunkCount, chunkLength } from '@holbench/protocol/limits';
import type { Variant } from '@holbench/variants/registry';
import { readDataset } from '@holbench/dataset/dataset';
import { ensureDataset } from '@holbench/dataset/generate';
import { join } from 'node:path';
import { http1Client } from './clients/http1.ts';
import { http2Client } from './clients/http2.ts';
import type { LabClient, UploadFile } from './clients/lab-client.ts';
import { pageClient } from './clients/page.ts';
import { webSocketClient } from './clients/web-socket.ts';
import { PeakRss } from './peak-rss.ts';

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
  const client = browser ? pageClient(await browser.page()) : nodeClient(variant, server.origin);
  try {
    if (direction === 'upload') {
      const file = uploadFile(fileBytes);
      await Promise.all(Array.from({ length: users }, () => client.upload(file)));
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
    client.close();
  }
}

function nodeClient({ protocol }: Variant, origin: string): LabClient {
  if (protocol === 'websocket') return webSocketClient(origin);
  return protocol === 'h2' ? http2Client(origin) : http1Client(origin);
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

/** One chunk of noise again and again: servers neither compress nor compare. */
function uploadFile(bytes: number): UploadFile {
  const noise = new Uint8Array(randomBytes(CHUNK_BYTES));
  const chunk = (index: number) => noise.subarray(0, chunkLength(bytes, index, CHUNK_BYTES));
  const hash = createHash('sha256');
  for (let index = 0; index < chunkCount(bytes, CHUNK_BYTES); index += 1) hash.update(chunk(index));
  return { bytes, sha256: hash.digest('hex'), chunk };
}
