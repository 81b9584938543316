import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProxyProgram } from '@holbench/harness/proxies/proxy';
import { findTools, type Tools } from '@holbench/harness/tools';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import type { Cell } from '@holbench/results/cell';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findChild, readProc } from '../fixtures/child-processes.ts';
import { runConfiguration } from '../fixtures/run-configuration.ts';
import { configure } from './configure.ts';

/** How a shell starts each proxy so that it fails, and what the proxy says of it. */
const PROXIES = {
  caddy: {
    noStart: 'HOLBENCH_KEY=/nowhere/lab.key exec PROGRAM "$@"',
    saysAtStart: 'open /nowhere/lab.key: no such file',
    otherProtocol: 'HOLBENCH_PROTOCOLS=h1 HOLBENCH_ALPN=http/1.1 exec PROGRAM "$@"',
    atAbort: '(exit code 2): SIGABRT: abort',
  },
  envoy: {
    noStart: 'exec PROGRAM --config-path /nowhere/envoy.yaml',
    saysAtStart: '/nowhere/envoy.yaml',
    otherProtocol: `config=$(printf %s "$2" | sed 's/"HTTP2"/"HTTP1"/; s/\\["h2"]/["http\\/1.1"]/')
shift 2
exec PROGRAM --config-yaml "$config" "$@"`,
    atAbort: '(signal SIGABRT): ',
  },
} as const;
/** Of 500 MiB that a cell downloads. */
const MIDDLE_BYTES = 100 * 1024 ** 2;
const TIMEOUT_MS = 60_000;

const tools = await findTools();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-proxies-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A bench of two cells over loopback: behind a proxy, and without one. */
async function benchOf(behind: string, kind: 'text' | 'binary', used: Tools): Promise<Cell[]> {
  const configuration = configure('smoke', {
    variants: [behind, 'node-http1'],
    networks: ['loopback'],
    scenarios: ['1a'],
    kinds: [kind],
    fileSize: 50 * 1024 ** 2,
    jobs: 1,
  });
  const choice = { backend: null, why: 'a test' };
  const making = { tcp: DEFAULT_TCP, needsLink: false };
  const options = { ...making, choice, tools: used };
  const run = await runConfiguration(configuration, join(folder, 'run'), options);
  return run.cells.map(({ cell }) => cell);
}

/** The cell behind the proxy has failed, and the other one is as ever. */
function expectOneFailed(cells: readonly Cell[], behind: string): Cell {
  const [failed, other] = cells.toSorted((a) => (a.variant === behind ? -1 : 1));
  expect(other).toMatchObject({ variant: 'node-http1', status: 'ok', valid: true, reasons: [] });
  expect(failed).toMatchObject({ variant: behind, status: 'failed', valid: false });
  if (!failed) throw new Error('no cell');
  return failed;
}

describe.each(['caddy', 'envoy'] as const)('%s', (kind) => {
  const program = tools.proxies[kind];
  const whyNot =
    process.platform !== 'linux'
      ? 'reads /proc'
      : tools.chromium
        ? program
          ? null
          : `no ${kind}`
        : 'no Chromium';
  const skipped = whyNot === null ? '' : ` (skipped: ${whyNot})`;
  const behind = `${kind}-http2`;
  const texts = PROXIES[kind];

  /** The tools with this proxy started by a script in its place. */
  async function startedBy(script: string, { path, versions }: ProxyProgram): Promise<Tools> {
    const wrapper = join(folder, kind);
    await writeFile(wrapper, `#!/bin/sh\n${script.replace('PROGRAM', path)}\n`, { mode: 0o755 });
    return { ...tools, proxies: { ...tools.proxies, [kind]: { path: wrapper, versions } } };
  }

  /** Ends the proxy by a signal in the middle of the downloads. */
  async function endInTheMiddle(signal: NodeJS.Signals): Promise<void> {
    const readBytes = (): number => {
      const server = findChild('http1.js', `--variant\0${behind}`);
      return Number(/^rchar: (\d+)/.exec(server ? readProc(server, 'io') : '')?.[1] ?? 0);
    };
    await expect.poll(readBytes, { timeout: 30_000, interval: 5 }).toBeGreaterThan(MIDDLE_BYTES);
    const proxy = findChild(kind, '.Caddyfile') ?? findChild(kind, '--config-yaml');
    if (proxy === undefined) throw new Error('no proxy');
    process.kill(proxy, signal);
  }

  test.skipIf(whyNot !== null)(
    `that does not start costs its cell, which quotes it${skipped}`,
    { timeout: TIMEOUT_MS },
    async () => {
      if (!program) throw new Error('no program');
      const used = await startedBy(texts.noStart, program);
      const { reasons } = expectOneFailed(await benchOf(behind, 'text', used), behind);
      expect(reasons[0]).toMatch(
        new RegExp(`^the proxy of ${behind} exited before becoming ready \\(exit code 1\\): .`),
      );
      expect(reasons[0]).toContain(texts.saysAtStart);
      expect(reasons.find((each) => each.startsWith(`${behind}-proxy.log: `))).toContain(
        texts.saysAtStart,
      );
    },
  );

  test.skipIf(whyNot !== null)(
    `that starts on another protocol costs its cell, which says on which it did not answer${skipped}`,
    { timeout: TIMEOUT_MS },
    async () => {
      if (!program) throw new Error('no program');
      const used = await startedBy(texts.otherProtocol, program);
      const { reasons } = expectOneFailed(await benchOf(behind, 'text', used), behind);
      expect(reasons[0]).toContain(`the proxy of ${behind} did not answer over h2 in 15 s`);
    },
  );

  test.skipIf(whyNot !== null)(
    `that is killed in the middle of a download costs its cell, which names the signal${skipped}`,
    { timeout: TIMEOUT_MS },
    async () => {
      const [cells] = await Promise.all([
        benchOf(behind, 'binary', tools),
        endInTheMiddle('SIGKILL'),
      ]);
      const { reasons } = expectOneFailed(cells, behind);
      expect(reasons[0]).toBe(`the proxy of ${behind} ended (signal SIGKILL)`);
    },
  );

  test.skipIf(whyNot !== null)(
    `that crashes in the middle of a download costs its cell, which quotes it${skipped}`,
    { timeout: TIMEOUT_MS },
    async () => {
      const [cells] = await Promise.all([
        benchOf(behind, 'binary', tools),
        endInTheMiddle('SIGABRT'),
      ]);
      const { reasons } = expectOneFailed(cells, behind);
      expect(reasons[0]).toContain(`the proxy of ${behind} ended ${texts.atAbort}`);
      expect(reasons[0]).toMatch(/SIGABRT: abort|Caught Aborted/);
      expect(reasons.find((each) => each.startsWith(`${behind}-proxy.log: `))).toBeDefined();
    },
  );
});
