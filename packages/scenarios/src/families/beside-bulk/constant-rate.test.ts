import { setTimeout as delay } from 'node:timers/promises';
import { LOCALHOST } from '@holbench/process/network-side';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { expect, test } from 'vitest';
import { LOOPBACK } from '../../../../results/fixtures/run-lines.ts';
import { constantRate } from './constant-rate.ts';
import { goodputMbps } from './goodput.ts';

const MBPS = 4;

test('a load of constant rate says when it has begun, and what arrived', async () => {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder('constant-rate'));
  const run = {
    cell: { id: 'x', network: LOOPBACK },
    server: LOCALHOST,
    client: LOCALHOST,
    logFolder: path,
    owned: stack,
    // A method, as a running cell has it.
    async own<Resource extends AsyncDisposable>(resource: Resource) {
      return this.owned.use(resource);
    },
  };
  const load = await constantRate(run, 'download', MBPS);
  // Time in which nothing is sent is no part of its goodput.
  await delay(300);

  const beforeMs = performance.timeOrigin + performance.now();
  await load.begin();
  const begunMs = performance.timeOrigin + performance.now();
  await delay(1_500);
  const bulk = await load.end();

  // The clocks of two processes differ by less than this.
  expect(bulk.beganAtMs).toBeGreaterThan(beforeMs - 50);
  expect(bulk.beganAtMs).toBeLessThan(begunMs + 50);
  const made = { ...bulk, streams: 1, binBytes: [...bulk.binBytes] };
  const mbps = goodputMbps(made, { fromMs: bulk.beganAtMs, toMs: bulk.beganAtMs + 1_400 });
  expect(mbps).toBeGreaterThan(0.9 * MBPS);
  expect(mbps).toBeLessThan(1.1 * MBPS);
});

test('a transfer that moved nothing cannot be matched', async () => {
  const own = () => Promise.reject(new Error('a process was started'));
  const cell = { id: 'x', network: LOOPBACK };
  const run = { cell, server: LOCALHOST, client: LOCALHOST, logFolder: '', own };
  await expect(constantRate(run, 'download', 0)).rejects.toThrow(
    '--other-load constant: nothing was moved on the connection of the messages',
  );
});
