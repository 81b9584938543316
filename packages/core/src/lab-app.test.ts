import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDataset } from '@holbench/dataset/generate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LabApp } from './lab-app.ts';
import { DEFAULT_SERVER_FACTORS } from './server/factors.ts';
import { DEFAULT_LIMITS } from './server/client-limits.ts';

let root: string;
let data: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-lab-'));
  data = await ensureDataset(root, 1_000);
});
afterAll(() => rm(root, { recursive: true }));

/** When each load was answered by a lab of which each CoValue was loaded, and one that it has not. */
async function loadTimes(options: { readonly stampLoads?: boolean }): Promise<readonly number[]> {
  const uploads = join(root, 'uploads');
  const lab = await LabApp.open({ data, uploads, factors: DEFAULT_SERVER_FACTORS, ...options });
  for (const { id } of lab.list()) lab.load(id);
  expect(() => lab.load('co_ffffffffffffffff')).toThrow('no CoValue');
  const times = lab.loadsAtMs;
  await lab.close();
  return times;
}

test('the times of loads are kept where that is asked for', async () => {
  const beforeMs = Date.now();
  const times = await loadTimes({ stampLoads: true });
  expect(times.length).toBeGreaterThan(1);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // Both clocks are of this process, and `Date` has whole milliseconds.
  expect(times[0]).toBeGreaterThan(beforeMs - 5);
  expect(times.at(-1)).toBeLessThan(Date.now() + 5);
});

test('no times are kept by default', async () => {
  expect(await loadTimes({})).toEqual([]);
});

test('subscriptions of all clients have a limit, and one that ends makes room', async () => {
  const limits = { ...DEFAULT_LIMITS, subscriptions: 2 };
  const uploads = join(root, 'uploads');
  const lab = await LabApp.open({ data, uploads, factors: DEFAULT_SERVER_FACTORS, limits });
  const [first, second] = lab.list();
  const subscribe = (id = first?.id) => lab.subscribe(id ?? 'co_ffffffffffffffff', undefined);
  const subscription = subscribe();
  subscribe(second?.id);
  expect(subscribe).toThrow('over 2 subscriptions');
  subscription.end();
  subscription.end();
  subscribe();
  expect(subscribe).toThrow('over 2 subscriptions');
  await lab.close();
});
