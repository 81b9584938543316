import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileDeclaration } from '@holbench/protocol/covalue';
import { CHUNK_BYTES, chunkCount, UPLOAD_IDLE_MS } from '@holbench/protocol/wire-limits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SERVER_FACTORS } from '../server/factors.ts';
import { DEFAULT_LIMITS } from '../server/client-limits.ts';
import { FileStreamManager } from './file-stream-manager.ts';

const ID = 'co_0000000000000001';
const FILE_BYTES = 3 * CHUNK_BYTES + 17;
const WINDOW_CHUNKS = 8;

let folder: string;
let uploads: string;
let files: FileStreamManager;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-files-'));
  uploads = join(folder, 'uploads');
  files = await FileStreamManager.open(uploads, DEFAULT_SERVER_FACTORS);
});
afterEach(async () => {
  vi.useRealTimers();
  await files.close();
  await rm(folder, { recursive: true });
});

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const declare = (content: Uint8Array): FileDeclaration => ({
  bytes: content.byteLength,
  sha256: sha256Of(content),
});

function chunkOf(content: Uint8Array, index: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
}

async function readAll(id: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const { bytes } of files.read(id, 0)) chunks.push(bytes);
  return Buffer.concat(chunks);
}

async function begin(content: Uint8Array, declared = declare(content)): Promise<boolean[]> {
  const ended: boolean[] = [];
  await files.begin(ID, declared, WINDOW_CHUNKS, 'a client', (complete) => ended.push(complete));
  return ended;
}

test('a folder that is there already is refused, and stays as it is', async () => {
  const photos = join(folder, 'photos');
  await mkdir(photos);
  await writeFile(join(photos, 'a.jpg'), 'a photo');
  await expect(FileStreamManager.open(photos, DEFAULT_SERVER_FACTORS)).rejects.toThrow(
    `--uploads: ${photos} is there already; name a new folder`,
  );
  expect(await readdir(photos)).toEqual(['a.jpg']);
});

describe('an upload', () => {
  test.each([
    ['in order', [0, 1, 2, 3]],
    ['backwards', [3, 2, 1, 0]],
    ['mixed up', [2, 0, 3, 1]],
  ])(
    'stored %s is complete with its last chunk, and reads back identical',
    async (_name, order) => {
      const content = randomBytes(FILE_BYTES);
      const ended = await begin(content);
      for (const index of order.slice(0, -1)) {
        expect(await files.store(ID, index, chunkOf(content, index))).toBeNull();
        expect(() => files.info(ID)).toThrow(expect.objectContaining({ code: 'no_file' }));
      }
      const last = order.at(-1) ?? 0;
      const info = await files.store(ID, last, chunkOf(content, last));
      expect(info).toMatchObject(declare(content));
      expect(ended).toEqual([true]);
      expect(files.info(ID)).toEqual(info);
      expect(sha256Of(await readAll(ID))).toBe(sha256Of(content));
    },
  );

  test('stored all at once gives its file in exactly one answer', async () => {
    const content = randomBytes((WINDOW_CHUNKS - 1) * CHUNK_BYTES + 1);
    await begin(content);
    const answers = await Promise.all(
      Array.from({ length: WINDOW_CHUNKS }, (_, index) =>
        files.store(ID, index, chunkOf(content, index)),
      ),
    );
    expect(answers.filter((info) => info !== null)).toHaveLength(1);
    expect(sha256Of(await readAll(ID))).toBe(sha256Of(content));
  });

  test('comes in chunks of whatever size the manager was opened for', async () => {
    const content = randomBytes(10_000);
    const small = await FileStreamManager.open(join(folder, 'small'), {
      ...DEFAULT_SERVER_FACTORS,
      chunkBytes: 1024,
    });
    try {
      await small.begin(ID, declare(content), 2, 'a client', () => {});
      const chunk = (index: number): Uint8Array<ArrayBuffer> =>
        new Uint8Array(content.subarray(index * 1024, (index + 1) * 1024));
      for (let index = 0; index < 9; index++)
        expect(await small.store(ID, index, chunk(index))).toBeNull();
      expect(await small.store(ID, 9, chunk(9))).toMatchObject(declare(content));
      const read: Uint8Array[] = [];
      for await (const { bytes } of small.read(ID, 0)) read.push(bytes);
      expect(read.map(({ byteLength }) => byteLength)).toEqual([
        ...Array<number>(9).fill(1024),
        784,
      ]);
      expect(Buffer.compare(Buffer.concat(read), content)).toBe(0);
    } finally {
      await small.close();
    }
  });

  test.each([-1, 4, 1.5, Number.NaN, 999_999])('refuses chunk index %d', async (index) => {
    const content = randomBytes(FILE_BYTES);
    await begin(content);
    await expect(files.store(ID, index, chunkOf(content, 0))).rejects.toMatchObject({
      code: 'chunk_index',
    });
  });

  test.each([
    [0, 0],
    [0, CHUNK_BYTES - 1],
    [0, CHUNK_BYTES + 1],
    [3, 16],
    [3, 18],
    [3, CHUNK_BYTES],
  ])('refuses chunk %i with %i bytes', async (index, length) => {
    await begin(randomBytes(FILE_BYTES));
    const refused = files.store(ID, index, new Uint8Array(length));
    await expect(refused).rejects.toMatchObject({ code: 'chunk_length' });
  });

  test('refuses a chunk that was sent before, also while that is being written', async () => {
    const content = randomBytes(FILE_BYTES);
    await begin(content);
    const first = files.store(ID, 1, chunkOf(content, 1));
    const again = { code: 'chunk_repeated' };
    await expect(files.store(ID, 1, chunkOf(content, 1))).rejects.toMatchObject(again);
    await first;
    await expect(files.store(ID, 1, chunkOf(content, 1))).rejects.toMatchObject(again);
  });

  test('refuses more chunks at once than its window', async () => {
    const content = randomBytes((WINDOW_CHUNKS + 1) * CHUNK_BYTES);
    await begin(content);
    const stored = await Promise.allSettled(
      Array.from({ length: WINDOW_CHUNKS + 1 }, (_, index) =>
        files.store(ID, index, chunkOf(content, index)),
      ),
    );
    const refused = stored.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: 'too_many' }]);
  });

  test('with another hash than declared leaves nothing', async () => {
    const content = randomBytes(FILE_BYTES);
    const declared = { bytes: content.byteLength, sha256: sha256Of(randomBytes(1)) };
    const ended = await begin(content, declared);
    for (const index of [0, 1, 2]) await files.store(ID, index, chunkOf(content, index));
    const last = files.store(ID, 3, chunkOf(content, 3));
    await expect(last).rejects.toMatchObject({ code: 'hash_mismatch' });
    expect(ended).toEqual([false]);
    expect(() => files.info(ID)).toThrow(expect.objectContaining({ code: 'no_file' }));
    expect(await readdir(uploads)).toEqual([]);
  });

  test('that is abandoned leaves nothing and takes no more chunks', async () => {
    const content = randomBytes(FILE_BYTES);
    const ended = await begin(content);
    await files.store(ID, 0, chunkOf(content, 0));
    await files.abandon(ID);
    await files.abandon(ID);
    expect(ended).toEqual([false]);
    expect(await readdir(uploads)).toEqual([]);
    const late = files.store(ID, 1, chunkOf(content, 1));
    await expect(late).rejects.toMatchObject({ code: 'unknown_upload' });
  });

  test('that is abandoned while chunks are being written refuses all of them', async () => {
    const content = randomBytes(FILE_BYTES);
    await begin(content);
    // Out of order, so that none of them makes another the next to be hashed.
    const writing = [3, 2, 1].map((index) => files.store(ID, index, chunkOf(content, index)));
    const settled = Promise.allSettled(writing);
    await files.abandon(ID);
    for (const one of await settled) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unknown_upload' } });
    }
    expect(await readdir(uploads)).toEqual([]);
  });

  test('that receives nothing for a minute is discarded, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const content = randomBytes(FILE_BYTES);
    const ended = await begin(content);
    await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS - 1);
    await files.store(ID, 0, chunkOf(content, 0));
    await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS - 1);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual([false]);
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await readdir(uploads)).toEqual([]));
  });

  test('that cannot be opened does not stay open', async () => {
    await writeFile(join(uploads, '0'), '');
    const ended: boolean[] = [];
    const declared = declare(randomBytes(1));
    await expect(
      files.begin(ID, declared, WINDOW_CHUNKS, 'a client', (complete) => ended.push(complete)),
    ).rejects.toThrow('EEXIST');
    expect(ended).toEqual([false]);
  });
});

describe('a download', () => {
  const path = (): string => join(folder, 'file');

  async function addFile(content: Uint8Array): Promise<void> {
    await writeFile(path(), content);
    files.add(ID, path(), { ...declare(content), xxh64: '0'.repeat(16) });
  }

  test('gives every chunk in order, behind the headroom asked for', async () => {
    const content = randomBytes(FILE_BYTES);
    await addFile(content);
    const indexes: number[] = [];
    for await (const { index, bytes, frame } of files.read(ID, 8)) {
      indexes.push(index);
      expect(frame.byteLength).toBe(8 + bytes.byteLength);
      expect(bytes.buffer).toBe(frame.buffer);
      expect(Buffer.compare(bytes, chunkOf(content, index))).toBe(0);
    }
    expect(indexes).toEqual([0, 1, 2, 3]);
    expect(chunkCount(FILE_BYTES, CHUNK_BYTES)).toBe(4);
  });

  test('reads one chunk ahead of its consumer and no more', async () => {
    const old = Buffer.alloc(4 * CHUNK_BYTES, 1);
    await addFile(old);
    const chunks = files.read(ID, 0)[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.next();
    // What the consumer has not asked for is still on disk only: it comes out changed, but for the
    // one chunk that was read ahead.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await writeFile(path(), Buffer.alloc(4 * CHUNK_BYTES, 2), { flag: 'r+' });
    const third = await chunks.next();
    const fourth = await chunks.next();
    expect(third.done ? null : third.value.bytes[0]).toBe(1);
    expect(fourth.done ? null : fourth.value.bytes[0]).toBe(2);
    expect((await chunks.next()).done).toBe(true);
  });

  test('that is left early closes its file', async () => {
    await addFile(randomBytes(FILE_BYTES));
    const open = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
    if (!(await stat('/proc/self/fd').catch(() => null))) return;
    const before = await open();
    for await (const { index } of files.read(ID, 0)) if (index === 1) break;
    expect(await open()).toBe(before);
  });

  test('of a file that is shorter than registered fails, with its reader told', async () => {
    await addFile(randomBytes(FILE_BYTES));
    await writeFile(path(), randomBytes(CHUNK_BYTES + 5));
    await expect(readAll(ID)).rejects.toThrow(/^chunk 1: 5 of 102400 bytes read$/);
  });

  test('of an id without a file is refused', () => {
    expect(() => files.read('co_ffffffffffffffff', 0)).toThrow(
      expect.objectContaining({ code: 'no_file' }),
    );
  });
});

test('closing removes everything that was uploaded, complete or not', async () => {
  const content = randomBytes(5);
  await begin(content);
  await files.store(ID, 0, content);
  await files.begin('co_0000000000000002', declare(content), WINDOW_CHUNKS, 'a client', () => {});
  await files.close();
  await expect(readdir(uploads)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an upload that begins while another completes does not lose that one from the count', async () => {
  const content = randomBytes(CHUNK_BYTES);
  const other = { ...declare(content), bytes: CHUNK_BYTES };
  await files.close();
  const limits = { ...DEFAULT_LIMITS, uploadedBytes: CHUNK_BYTES };
  files = await FileStreamManager.open(uploads, DEFAULT_SERVER_FACTORS, limits);
  const beginOther = (id: string) => files.begin(id, other, WINDOW_CHUNKS, 'another', () => {});
  let during: Promise<unknown> = Promise.resolve();
  await files.begin(ID, declare(content), WINDOW_CHUNKS, 'a client', () => {
    during = beginOther('co_0000000000000002').catch((error: unknown) => error);
  });
  await files.store(ID, 0, new Uint8Array(content));
  expect(await during).toMatchObject({ code: 'too_many' });
  expect(await readAll(ID)).toEqual(content);
  // It is a file now, and makes room.
  await beginOther('co_0000000000000003');
  expect(() => files.read(ID, 0)).toThrow();
});
