import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '@holbench/process/is-running';
import { expect, test, vi } from 'vitest';
import { findChild, findChildren, killIfRunning, readProc } from '../fixtures/child-processes.ts';
import {
  cellOf,
  longCell,
  OPEN_MS,
  signalInTheMiddle,
  skipped,
  TIMEOUT_MS,
  whyNot,
} from '../fixtures/failing-cells.ts';

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

const PAGE_CRASHED = /^a page of Chromium (crashed|did not open within 30 s): its renderer/;

test.skipIf(whyNot !== null).each([
  ['in the middle', 3_000, 'download', 1_000, Infinity, PAGE_CRASHED],
  ['while others open', 1_000, 'connect', 1_000, Infinity, PAGE_CRASHED],
  // They come one after the other. Where a page of theirs cannot be made, Artillery itself may end.
  [
    'of users of Artillery',
    500,
    '1b',
    100,
    20,
    /^a page of Chromium crashed|^Artillery ended with exit code/,
  ],
] as const)(
  `renderers that are killed %s, as when memory runs out, cost their cell${skipped}`,
  { timeout: TIMEOUT_MS },
  async (_when, afterMs, scenario, everyMs, most, reason) => {
    const overrides = { variants: ['node-http1'], scenarios: [scenario] };
    const ended = new AbortController();
    const running = cellOf({ ...overrides, kinds: ['text'] }).finally(() => ended.abort());
    // Again and again: on a slow machine, the first may be one that no page has yet.
    const killRenderers = async (): Promise<number> => {
      const isOpen = () => findChildren('--type=renderer').length > 0;
      await expect.poll(isOpen, { timeout: OPEN_MS }).toBe(true);
      await delay(afterMs);
      const beganAt = performance.now();
      for (let time = 0; time < most && !ended.signal.aborted; time += 1) {
        for (const pid of findChildren('--type=renderer')) killIfRunning(pid);
        await delay(everyMs);
      }
      return beganAt;
    };
    const [{ cell }, killedAt] = await Promise.all([running, killRenderers()]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toMatch(reason);
    // Not as late as the end of the cell's own time.
    expect(performance.now() - killedAt).toBeLessThan(45_000);
  },
);

test.skipIf(whyNot !== null)(
  `Artillery that dies costs its cell, and its Chromium ends${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const killArtillery = async (): Promise<number> => {
      const isOpen = () => findChild('--type=renderer');
      await expect.poll(isOpen, { timeout: OPEN_MS }).toBeDefined();
      const [artillery, browser] = [findChild('scenarios.yml'), findChild('--remote-debugging')];
      if (artillery === undefined || browser === undefined) throw new Error('no such process');
      process.kill(artillery, 'SIGKILL');
      return browser;
    };
    const overrides = { variants: ['node-http1'], scenarios: ['1b'], kinds: ['text'] as const };
    const [{ cell }, browser] = await Promise.all([cellOf(overrides), killArtillery()]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toMatch(/^Artillery ended with signal SIGKILL/);
    await expect.poll(() => isRunning(browser), { timeout: 5_000 }).toBe(false);
  },
);

test.skipIf(whyNot !== null)(
  `a port that is taken before the server listens costs its cell, and not the next one${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const takePort = async (): Promise<Server> => {
      const find = (): number => {
        const server = findChild('http1.js', '--variant');
        const commandLine = server === undefined ? '' : readProc(server, 'cmdline');
        return Number(/\0--port\0(\d+)/.exec(commandLine)?.[1] ?? 0);
      };
      await expect.poll(find, { timeout: 20_000, interval: 1 }).toBeGreaterThan(0);
      // Node takes longer to start.
      const taken = createServer().listen(find(), '127.0.0.1');
      await once(taken, 'listening');
      return taken;
    };
    const shortCell = () => cellOf({ variants: ['node-http1'], scenarios: ['1a'] });
    const [{ cell }, taken] = await Promise.all([shortCell(), takePort()]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toMatch(
      /^the server of node-http1 exited before becoming ready \(exit code 1\): port \d+ on 127\.0\.0\.1 is in use/,
    );
    expect((await shortCell()).cell).toMatchObject({ status: 'ok', valid: true });
    taken.close();
  },
);
