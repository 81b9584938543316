import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noneBackend } from '@holbench/netem/backends/none';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { processStat } from '@holbench/process/is-running';
import { rightsOf } from '@holbench/process/unprivileged';
import { variant } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchBrowser, quicHosts } from './browser.ts';
import { whyNoSandbox } from './rights.ts';
import { startVariant } from './start-variant.ts';
import { findTools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';

const tools = await findTools();
const path = tools.chromium?.path ?? '';
const rights = await rightsOf(path);
const unavailable =
  (await noneBackend.whyUnavailable()) ??
  (rights.kind === 'dropped' ? null : `Chromium runs as ${rights.kind}`);
const skipped = unavailable === null ? '' : ` (skipped: ${unavailable})`;
const tested = ['node-ws', 'caddy-http3', 'envoy-http2', 'node-webtransport']
  .map((id) => variant(id))
  .filter((each) => !whyUnsupported(each, tools));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-rights-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A process, with those that it started. */
async function family(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).map(Number).filter((each) => each > 0);
  const children = all.filter((each) => processStat(each)?.parentPid === pid);
  return [pid, ...(await Promise.all(children.map(family))).flat()];
}

/** The lines of `/proc/PID/status` by name, and the user namespace that rights are of. */
async function statusOf(pid: number): Promise<Record<string, string>> {
  const lines = (await readFile(`/proc/${pid}/status`, 'utf8')).split('\n');
  const namespace = await readlink(`/proc/${pid}/ns/user`);
  return { ...Object.fromEntries(lines.map((line) => line.split(':\t'))), namespace };
}

test.skipIf(unavailable).each(tested)(
  `server, proxy and browser of $id have no rights in their namespaces, and answer${skipped}`,
  async (each) => {
    await using stack = new AsyncDisposableStack();
    const link = await noneBackend.start({
      profile: PLAIN_PROFILE,
      seed: 1,
      tcp: { ...DEFAULT_TCP, congestionControl: 'reno' },
      logFolder: folder,
    });
    stack.defer(() => link.stop());
    const options = { tools, fileBytes: 100 * 1024, logFolder: folder, place: link.server };
    const server = stack.use(await startVariant(each, options));
    const running = stack.use(
      await launchBrowser({
        tools,
        forceQuic: quicHosts(each, server.origin),
        logFolder: folder,
        place: link.client,
      }),
    );
    const page = await running.browser.newPage();
    await page.goto(`${server.origin}/?variant=${each.id}`);
    expect(await page.evaluate('window.holbench.ready.then(() => crossOriginIsolated)')).toBe(true);
    const own = [...server.processes.map(({ pid }) => pid), running.pid];
    for (const pid of own) {
      const status = await statusOf(pid);
      expect(status).toMatchObject({ CapPrm: NONE, CapEff: NONE, CapBnd: NONE, NoNewPrivs: '1' });
      expect(status['Uid']).toMatch(/^[1-9]\d*(\t[1-9]\d*){3}$/);
    }
    const others = await family(running.pid);
    expect(others.length).toBeGreaterThan(3);
    const { namespace } = await statusOf(process.pid);
    const found = await Promise.all(others.map(statusOf));
    for (const status of found) {
      expect(status['Uid']).toMatch(/^[1-9]/);
      expect(status['NoNewPrivs']).toBe('1');
      // The sandbox makes a user namespace, and process ids, in which its first processes have a right.
      if (status['namespace'] === namespace) expect(status['CapEff']).toBe(NONE);
    }
    // A filter of system calls, and process ids of its own: "12\t3".
    const sandboxed = found.some(
      ({ Seccomp, NSpid = '' }) => Seccomp === '2' && NSpid.includes('\t'),
    );
    expect(sandboxed).toBe((await whyNoSandbox(path)) === null);
  },
);

const NONE = '0'.repeat(16);
