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
  gathering = await Gathering.open(folder, 2);
});
afterEach(async () => {
  await gathering[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The connection of Artillery, which the gathering has accepted. */
async function artillery(): Promise<Socket> {
  expect(gathering.hasBegun).toBe(false);
  const socket = connect(gathering.path);
  await expect.poll(() => gathering.hasBegun).toBe(true);
  return socket;
}

const measurement = (user: number): Measurement => ({
  label: 'page-load',
  user,
  index: 0,
  intendedAtMs: 0,
  outcome: { status: 'ok', durationMs: 1, bytes: 1, protocol: 'h2' },
});
const line = (user: number): string => `${JSON.stringify(measurement(user))}\n`;

test('it is complete when every user is measured, however their lines are cut', async () => {
  const socket = await artillery();
  socket.write(line(0).slice(0, 9));
  await delay(20);
  socket.write(`${line(0).slice(9)}${line(1)}`);
  await gathering.complete;
  expect(gathering.measurements).toEqual([0, 1].map(measurement));
});

test('what Artillery has sent before it ended counts, but for a line that is torn', async () => {
  const socket = await artillery();
  socket.end(`${line(0)}${line(1).slice(0, 9)}`);
  await gathering.closed();
  expect(gathering.measurements).toEqual([measurement(0)]);
});

test('what is no measurement is an error', async () => {
  const socket = await artillery();
  socket.write('{"label":"page-load"}\n');
  await expect(gathering.complete).rejects.toThrow('user');
});

test('a second connection is an error', async () => {
  await artillery();
  connect(gathering.path);
  await expect(gathering.complete).rejects.toThrow('Artillery connected twice');
});
