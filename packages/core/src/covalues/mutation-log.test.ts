import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDataset } from '@holbench/dataset/generate';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LabApp } from '../lab-app.ts';
import { DEFAULT_SERVER_FACTORS, type ServerFactors } from '../server/factors.ts';

const text = { author: 'a', title: 't', summary: 's', preview: 'p' };

let root: string;
let data: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-mutations-'));
  data = await ensureDataset(root, 1_000);
});
afterAll(() => rm(root, { recursive: true }));

let lab: LabApp;
const uploads = (): string => join(root, 'uploads');
async function begin(persistence: ServerFactors['persistence']): Promise<void> {
  const factors = { ...DEFAULT_SERVER_FACTORS, persistence };
  lab = await LabApp.open({ data, uploads: uploads(), factors });
}
afterEach(() => lab.close());

/** The complete lines of the file. */
async function written(): Promise<unknown[]> {
  const lines = (await readFile(join(uploads(), 'mutations.log'), 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line): unknown => JSON.parse(line));
}

const ids = (): string[] => lab.list().map(({ id }) => id);

/** Declares a file of random bytes, which are its only chunk. */
async function beginUpload(): Promise<{ id: string; content: Uint8Array<ArrayBuffer> }> {
  const content = new Uint8Array(randomBytes(5));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { id } = await lab.create(
    { text, file: { bytes: content.byteLength, sha256 } },
    null,
    'a client',
  );
  return { id, content };
}

test('memory, the default, writes nothing', async () => {
  await begin(DEFAULT_SERVER_FACTORS.persistence);
  const { id } = await lab.create({ text }, null, 'a client');
  expect(await lab.mutate(id, { title: 'u' })).toBe(1);
  expect(await readdir(uploads())).toEqual([]);
});

test.each(['append', 'fsync'] as const)('%s writes what is applied, in its order', async (name) => {
  await begin(name);
  const [first = ''] = ids();
  const created = await lab.create({ text }, null, 'a client');
  await lab.mutate(first, { title: 'a line\nand a second' });
  const abandoned = await beginUpload();
  await lab.abandonUpload(abandoned.id);
  const { id, content } = await beginUpload();
  const before = await written();
  const { file } = await lab.storeChunk(id, 0, () => content);
  await expect(lab.mutate('co_ffffffffffffffff', { title: 'u' })).rejects.toThrow('no CoValue');
  await lab.mutate(created.id, { title: 'u', attachment: id });
  expect(before).toHaveLength(2);
  expect(await written()).toEqual([
    { type: 'create', id: created.id, text, file: null },
    { type: 'mutate', id: first, mutation: { title: 'a line\nand a second' } },
    { type: 'create', id, text, file },
    { type: 'mutate', id: created.id, mutation: { title: 'u', attachment: id } },
  ]);
});

// Without the queue it fails with fsync: threads finish in another order than they began.
test.each(['append', 'fsync'] as const)(
  'with %s, many mutations at once are in the file in the order of their events',
  async (name) => {
    await begin(name);
    const three = ids().slice(0, 3);
    const acknowledged: { id: string; eventId: number; title: string }[] = [];
    const events = three.map((id) => received(id, 100));
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const id = three[index % 3] ?? '';
        // Lines of other lengths take other times.
        const mutation = { title: `${index}`, preview: 'x'.repeat((index % 7) * 1_000) };
        const eventId = await lab.mutate(id, mutation);
        // Read at once: what is acknowledged is in the file by then.
        const soFar = readFileSync(join(uploads(), 'mutations.log'), 'utf8').split('\n').length - 1;
        acknowledged.push({ id, eventId, title: mutation.title });
        expect(soFar).toBeGreaterThanOrEqual(acknowledged.length);
      }),
    );
    const lines = (await written()).map((line) => expectMutation(line));
    expect(lines.map(({ title }) => title)).toEqual(acknowledged.map(({ title }) => title));
    for (const [index, id] of three.entries()) {
      const ofOne = lines.filter((line) => line.id === id).map(({ title }) => title);
      const numbered = ofOne.map((title, position) => ({ eventId: position + 1, title }));
      expect(await events[index]).toEqual(numbered);
      const answers = acknowledged.filter((answer) => answer.id === id);
      expect(answers.map(({ eventId, title }) => ({ eventId, title }))).toEqual(numbered);
    }
  },
);

async function received(
  id: string,
  count: number,
): Promise<{ eventId: number; title: string | undefined }[]> {
  const subscription = lab.subscribe(id, undefined);
  const found = [];
  for await (const { event } of subscription.events) {
    found.push({ eventId: event.eventId, title: event.mutation.title });
    if (found.length === count) break;
  }
  subscription.end();
  return found;
}

function expectMutation(line: unknown): { id: string; title: string } {
  expect(line).toMatchObject({ type: 'mutate' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line was written by this test
  const { id, mutation } = line as { id: string; mutation: { title: string } };
  return { id, title: mutation.title };
}

test('a server that stops writes what it has taken, and refuses the rest', async () => {
  await begin('fsync');
  const [id = ''] = ids();
  const taken = Promise.all([1, 2, 3].map((index) => lab.mutate(id, { title: `${index}` })));
  const closed = lab.close();
  await expect(lab.mutate(id, { title: 'late' })).rejects.toThrow('the server is stopping');
  expect(await taken).toEqual([1, 2, 3]);
  await closed;
  await expect(access(uploads())).rejects.toThrow('ENOENT');
  // For `afterEach`.
  await begin('memory');
});
