import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Connection, sendAndDrain } from '../connection.ts';
import { type Chunk, readChunks } from './read-chunks.ts';

const CHUNK_BYTES = 1_000;
const HEADROOM_BYTES = 8;
const content = randomBytes(6 * CHUNK_BYTES + 17);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-chunks-'));
  await writeFile(join(folder, 'file'), content);
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the file. @returns what came, and how many pieces of memory it came in. */
async function read(
  use: (chunk: Chunk) => unknown,
): Promise<{ content: Buffer; memories: number; frames: number[] }> {
  const memories = new Set<ArrayBuffer>();
  const copies: Buffer[] = [];
  const frames: number[] = [];
  const path = join(folder, 'file');
  for await (const chunk of readChunks(path, content.byteLength, CHUNK_BYTES, HEADROOM_BYTES)) {
    memories.add(chunk.frame.buffer);
    copies.push(Buffer.from(chunk.bytes));
    frames.push(chunk.frame.byteLength);
    await use(chunk);
  }
  return { content: Buffer.concat(copies), memories: memories.size, frames };
}

test('two buffers are enough for a file whose chunks are released', async () => {
  const { memories, frames, content: received } = await read(({ release }) => release());
  expect(memories).toBe(2);
  expect(received.equals(content)).toBe(true);
  expect(frames).toEqual([...Array<number>(6).fill(1_008), 25]);
});

test('each chunk that is not released has memory of its own', async () => {
  const { memories, content: received } = await read(() => {});
  expect(memories).toBe(7);
  expect(received.equals(content)).toBe(true);
});

test.each([
  ['bytes that the transport holds', 'sent', 'raw', 7],
  ['bytes that it took and has drained', 'full', 'raw', 2],
  ['text, which is a copy', 'sent', 'base64-json', 2],
  ['text, which is a copy, once', 'full', 'base64-json', 2],
] as const)('sending releases %s', async (_name, answer, encoding, expected) => {
  const connection: Connection = {
    send: () => answer,
    drained: async () => {},
    closed: new AbortController().signal,
    close: () => {},
  };
  const { memories, content: received } = await read(({ bytes, release }) =>
    sendAndDrain(connection, encoding === 'raw' ? bytes : 'text', release),
  );
  expect(memories).toBe(expected);
  expect(received.equals(content)).toBe(true);
});
