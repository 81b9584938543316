import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { MAX_OPEN_UPLOADS } from '@holbench/protocol/wire-limits';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS, type ClientLimits } from '../server/client-limits.ts';
import { STALE_MS, UploadRoom } from './upload-room.ts';

const TOO_MANY = { code: 'too_many' };

let folder: string;
let removed: string[];
let discarded: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-room-'));
  [removed, discarded] = [[], []];
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

function roomOf(limits: Partial<ClientLimits>) {
  const room = new UploadRoom(folder, { ...DEFAULT_LIMITS, ...limits }, async (id) => {
    removed.push(id);
  });
  return {
    room,
    take: (id: string, bytes = 1, uploader: object | string = id) =>
      room.take(id, bytes, uploader, async () => void discarded.push(id)),
  };
}

test('one connection has so many uploads, and another one still some', async () => {
  const { room, take } = roomOf({ uploads: 2 });
  await take('first', 1, 'a');
  await take('second', 1, 'a');
  await expect(take('third', 1, 'a')).rejects.toMatchObject(TOO_MANY);
  await take('fourth', 1, 'b');
  room.leave('first');
  await take('third', 1, 'a');
});

test('slots that are begun and left give way, the stalest first, and never a living one', async () => {
  const { room, take } = roomOf({});
  const ids = Array.from({ length: MAX_OPEN_UPLOADS }, (_, index) => `upload ${index}`);
  for (const id of ids) await take(id);
  await expect(take('one more')).rejects.toMatchObject(TOO_MANY);
  vi.advanceTimersByTime(STALE_MS);
  room.touch('upload 0');
  await take('one more');
  expect(discarded).toEqual(['upload 1']);
});

test('declared bytes that nobody sends give way; then complete files, the oldest first', async () => {
  const { room, take } = roomOf({ uploadedBytes: 100 });
  await take('first', 40);
  room.complete('first');
  await take('second', 40);
  room.complete('second');
  await take('left alone', 20);
  vi.advanceTimersByTime(STALE_MS);
  await take('third', 20);
  expect([discarded, removed]).toEqual([['left alone'], []]);
  await take('fourth', 30);
  expect(removed).toEqual(['first']);
  await expect(take('fifth', 101)).rejects.toMatchObject(TOO_MANY);
  // What was refused has left no room taken.
  await take('sixth', 40);
});

test('a file that the disk has no room for is refused, after all others that could go have gone', async () => {
  const { room, take } = roomOf({ freeDiskBytes: 2 ** 44 });
  await expect(take('first', 1)).rejects.toMatchObject({
    ...TOO_MANY,
    message: 'the disk of this server has no room for the file',
  });
  room.leave('first');
});
