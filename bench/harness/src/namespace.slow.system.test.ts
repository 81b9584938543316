import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noneBackend } from '@holbench/netem/backends/none';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import type { Link } from '@holbench/netem/backend';
import { VARIANTS, variant } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchBrowser, quicHosts } from './browser.ts';
import { startVariant } from './start-variant.ts';
import { findTools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

const FILE_BYTES = 100 * 1024;
const tools = await findTools();
const unavailable = await noneBackend.whyUnavailable();
const skipped = unavailable === null ? '' : ` (skipped: ${unavailable})`;
const runnable = VARIANTS.filter((candidate) => !whyUnsupported(candidate, tools));

let folder: string;
let link: Link | null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-namespace-'));
  link = null;
});
afterEach(async () => {
  await link?.stop();
  await rm(folder, { recursive: true });
});

function startLink(): Promise<Link> {
  return noneBackend.start({
    profile: PLAIN_PROFILE,
    seed: 1,
    tcp: { ...DEFAULT_TCP, congestionControl: 'reno' },
    logFolder: folder,
  });
}

test.skipIf(unavailable).each(runnable)(
  `$id serves a browser on the other side of a link${skipped}`,
  async (tested) => {
    link = await startLink();
    const options = { tools, fileBytes: FILE_BYTES, logFolder: folder };
    await using server = await startVariant(tested, { ...options, place: link.server });
    expect(server.origin).toBe('https://10.77.0.2:8443');
    await using running = await launchBrowser({
      tools,
      forceQuic: quicHosts(tested, server.origin),
      logFolder: folder,
      place: link.client,
    });
    const page = await running.browser.newPage();
    await page.goto(`${server.origin}/?variant=${tested.id}`);
    // Without isolation from other origins, the page's clock would be coarse.
    expect(await page.evaluate('window.holbench.ready.then(() => crossOriginIsolated)')).toBe(true);
  },
);

test.skipIf(unavailable)(`an early exit is told inside a namespace, too${skipped}`, async () => {
  link = await startLink();
  const options = { tools, fileBytes: FILE_BYTES, logFolder: folder, place: link.server };
  await using _first = await startVariant(variant('node-http1'), options);
  await expect(startVariant(variant('node-http2'), options)).rejects.toThrow(
    /^the server of node-http2 exited before becoming ready \(exit code 1\): port 8443 on 10\.77\.0\.2 is in use/,
  );
});
