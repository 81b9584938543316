import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '@holbench/results/sample';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Gathering } from './gathering.ts';

let folder: string;
let gathering: Gathering;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-users-'));
  gathering = await Gathering.open(folder, { workers: 2, measurements: 2 });
});
afterEach(async () => {
  await gathering[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function worker(): Promise<Socket> {
  const socket = connect(gathering.path);
  await once(socket, 'connect');
  return socket;
}

async function allBegun(): Promise<readonly [Socket, Socket]> {
  const workers = [await worker(), await worker()] as const;
  await Promise.all(workers.map((each) => once(each, 'data')));
  return workers;
}

const measurement = (user: number): Measurement => ({
  label: 'page-load',
  user,
  index: 0,
  intendedAtMs: 0,
  outcome: { status: 'ok', durationMs: 1, bytes: 1, protocol: 'h2' },
});
const line = (user: number): string => `${JSON.stringify(measurement(user))}\n`;

test('workers begin when all have come', async () => {
  const first = await worker();
  const begun = once(first, 'data').then(() => 'begun');
  expect(await Promise.race([begun, delay(100, 'waits')])).toBe('waits');
  expect(gathering.hasBegun).toBe(false);
  await worker();
  expect(await begun).toBe('begun');
  expect(gathering.hasBegun).toBe(true);
});

test('it is complete when every user is measured, however their lines are cut', async () => {
  const [first, second] = await allBegun();
  first.write(line(0).slice(0, 9));
  await delay(20);
  first.write(line(0).slice(9));
  second.write(line(1));
  await gathering.complete;
  expect(gathering.measurements.toSorted((a, b) => a.user - b.user)).toEqual(
    [0, 1].map(measurement),
  );
});

test('what a worker has sent before it ended counts, but for a line that is torn', async () => {
  const [first, second] = await allBegun();
  first.end(`${line(0)}${line(1).slice(0, 9)}`);
  second.destroy();
  await gathering.closed();
  expect(gathering.measurements).toEqual([measurement(0)]);
});

test('what is no measurement is an error', async () => {
  const [first] = await allBegun();
  first.write('{"label":"page-load"}\n');
  await expect(gathering.complete).rejects.toThrow('user');
});

test('a worker too many is an error', async () => {
  await allBegun();
  await worker();
  await expect(gathering.complete).rejects.toThrow('more workers came than were started');
});
