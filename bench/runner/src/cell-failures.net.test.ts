import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findTools } from '@holbench/harness/tools';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChild } from '../fixtures/child-processes.ts';
import { loopbackCell } from '../fixtures/loopback-cell.ts';
import type { CellResult } from './cell-result.ts';

const tools = await findTools();
const whyNot = process.platform !== 'linux' ? 'reads /proc' : tools.chromium ? null : 'no Chromium';
const skipped = whyNot === null ? '' : ` (skipped: ${whyNot})`;
const TIMEOUT_MS = 60_000;

let logs: string;
beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), 'holbench-failures-'));
});
afterEach(() => rm(logs, { recursive: true }));

/** A cell of 4f that would take half a minute, unless something ends it. */
function longCell(): Promise<CellResult> {
  return loopbackCell({ variants: ['node-http1'], scenarios: ['4f'], window: 6 }, logs);
}

/** Kills the process below this one whose command line has all of these, once pages are open. */
async function killInTheMiddle(...words: string[]): Promise<void> {
  await signalInTheMiddle('SIGKILL', ...words);
}

async function signalInTheMiddle(signal: NodeJS.Signals, ...words: string[]): Promise<void> {
  const begun = () => findChild('--type=renderer') ?? findChild('raw-loops-main.ts');
  await expect.poll(begun, { timeout: 20_000 }).toBeDefined();
  await delay(2_000);
  const pid = findChild(...words);
  if (pid === undefined) throw new Error(`no process ${words.join(' ')}`);
  process.kill(pid, signal);
}

test.skipIf(whyNot !== null)(
  `a server that dies costs its cell, which says how${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const [{ cell }] = await Promise.all([longCell(), killInTheMiddle('http1.js', '--variant')]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toBe('the server of node-http1 ended (signal SIGKILL)');
  },
);

test.skipIf(whyNot !== null)(
  `a server that dies under 64 clients costs its cell, and so do its clients${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const overrides = { variants: ['node-http1'], scenarios: ['7j'], kinds: ['text'] as const };
    const cellOf7j = () => loopbackCell({ ...overrides, window: 6 }, logs);
    const [{ cell }] = await Promise.all([cellOf7j(), killInTheMiddle('http1.js', '--variant')]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toBe('the server of node-http1 ended (signal SIGKILL)');

    const [{ cell: other }] = await Promise.all([cellOf7j(), killInTheMiddle('raw-loops-main.ts')]);
    expect(other).toMatchObject({ status: 'failed', valid: false });
    expect(other.reasons[0]).toMatch(/^the raw clients of .* ended with signal SIGKILL/);
  },
);

test.skipIf(whyNot !== null)(
  `a server that crashes costs its cell, which quotes the error${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const crash = `process.on('SIGUSR2',()=>{throw(new(Error)('out%20of%20order'))})`;
    vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${crash}`);
    const [{ cell }] = await Promise.all([
      longCell(),
      signalInTheMiddle('SIGUSR2', 'http1.js', '--variant'),
    ]);
    vi.unstubAllEnvs();
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    const reason = 'the server of node-http1 ended (exit code 1): Error: out of order';
    expect(cell.reasons[0]).toBe(reason);
  },
);

test.skipIf(whyNot !== null)(
  `a browser that dies costs its cell, which quotes its logs${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const [{ cell }] = await Promise.all([
      longCell(),
      killInTheMiddle('--ignore-certificate-errors-spki-list', '--remote-debugging'),
    ]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toMatch(/has been closed|crashed/);
    expect(cell.reasons.join('\n')).toMatch(/^node-http1-server\.log: ./m);
  },
);

test.skipIf(whyNot !== null)(
  `a cell that takes longer than it may is ended${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const overrides = { variants: ['node-http1'], scenarios: ['3e'] as const, timeout: 1 };
    const { cell } = await loopbackCell(overrides, logs);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toBe('hung: ended after 1 s');
  },
);
