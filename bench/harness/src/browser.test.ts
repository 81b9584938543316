import { readdir, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chromiumArguments, launchBrowser } from './browser.ts';
import { findTools } from './tools.ts';

const tools = await findTools();
const isReady = tools.chromium !== null && tools.certificate !== null;

let logFolder: string;
beforeEach(async () => {
  // What a launch sets is undone after each test: other files share this process.
  vi.stubEnv('TMPDIR', process.env['TMPDIR']);
  logFolder = await mkdtemp(join(tmpdir(), 'holbench-browser-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(logFolder, { recursive: true });
});

/** Files of the log folder that this process has open. */
async function openLogs(): Promise<string[]> {
  const ids = await readdir('/proc/self/fd').catch(() => []);
  const paths = ids.map((id) => readlink(join('/proc/self/fd', id)).catch(() => ''));
  return (await Promise.all(paths)).filter((path) => path.startsWith(logFolder));
}

test.skipIf(!isReady)(
  'a browser that does not name its process is closed, and its log',
  async () => {
    const launch = chromium.launch.bind(chromium);
    const launched: Browser[] = [];
    vi.spyOn(chromium, 'launch').mockImplementation(async (options) => {
      const browser = await launch(options);
      launched.push(browser);
      vi.spyOn(browser, 'newBrowserCDPSession').mockRejectedValue(new Error('no session'));
      return browser;
    });
    await expect(launchBrowser({ tools, forceQuic: [], logFolder })).rejects.toThrow('no session');
    expect(launched.map((browser) => browser.isConnected())).toEqual([false]);
    await expect.poll(openLogs).toEqual([]);
  },
);

test.skipIf(!isReady)('a browser that does not start leaves no log open', async () => {
  const broken = { ...tools, chromium: { path: '/bin/false', version: '1' } };
  const launching = launchBrowser({ tools: broken, forceQuic: [], logFolder });
  await expect(launching).rejects.toThrow('Chromium (/bin/false) did not start');
  await expect.poll(openLogs).toEqual([]);
});

test.skipIf(!isReady)(
  'QUIC is asked for a congestion control on both sides, where one is chosen',
  () => {
    const options = (quicCongestionControl?: 'own' | 'reno') =>
      chromiumArguments({
        tools,
        forceQuic: [],
        ...(quicCongestionControl && { quicCongestionControl }),
      }).filter((argument) => argument.includes('connection-options'));
    expect(options('reno')).toEqual([
      '--quic-connection-options=RENO',
      '--quic-client-connection-options=RENO',
    ]);
    expect(options('own')).toEqual([]);
    expect(options()).toEqual([]);
  },
);
