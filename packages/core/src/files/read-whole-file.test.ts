import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDataset } from '@holbench/dataset/generate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FakePeer } from '../../fixtures/fake-peer.ts';
import type { SendResult } from '../connection.ts';
import { labRoutes } from '../http/routes.ts';
import { LabApp } from '../lab-app.ts';
import { DEFAULT_SERVER_FACTORS, type ServerFactors } from '../server/factors.ts';
import { WebSocketSession } from '../websocket/session.ts';
import { readWholeFile } from './read-whole-file.ts';

const CHUNK_BYTES = 1_024;
const FILE_BYTES = 4 * CHUNK_BYTES + 17;
const HEADROOM_BYTES = 8;

let root: string;
let data: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-whole-'));
  data = await ensureDataset(root, FILE_BYTES);
});
afterAll(() => rm(root, { recursive: true }));

test('a frame has room that is its own, in memory that is the download’s own', async () => {
  const content = randomBytes(FILE_BYTES);
  const path = join(root, 'file');
  await writeFile(path, content);
  const chunks = [];
  for await (const chunk of readWholeFile(path, FILE_BYTES, CHUNK_BYTES, HEADROOM_BYTES)) {
    // It was read before the first chunk.
    if (chunk.index === 0) await truncate(path, 0);
    expect(chunk.bytes.byteOffset).toBe(chunk.frame.byteOffset + HEADROOM_BYTES);
    expect(chunk.bytes.buffer).toBe(chunk.frame.buffer);
    chunk.frame.fill(0xff, 0, HEADROOM_BYTES);
    chunk.release();
    chunks.push(chunk);
  }
  expect(chunks.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(content)).toBe(true);
});

test('a file of another length is no download', async () => {
  const path = join(root, 'short');
  await writeFile(path, 'short');
  const reading = readWholeFile(path, 6, CHUNK_BYTES, 0);
  await expect(reading.next()).rejects.toThrow(/short: 5 of 6 bytes read$/);
});

/** Keeps a copy of everything that it is sent. */
class Recorder extends FakePeer {
  readonly sent: Buffer[] = [];
  override send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    this.sent.push(typeof data === 'string' ? Buffer.from(data) : Buffer.from(data));
    return super.send(data);
  }
}

/** The body of an HTTP response is no message. */
class BodyRecorder extends Recorder {
  override send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    this.sent.push(typeof data === 'string' ? Buffer.from(data) : Buffer.from(data));
    return 'sent';
  }
}

async function openLab(factors: Partial<ServerFactors>): Promise<LabApp> {
  const uploads = join(root, 'uploads');
  const all = { ...DEFAULT_SERVER_FACTORS, chunkBytes: CHUNK_BYTES, ...factors };
  return LabApp.open({ data, uploads, factors: all });
}

async function overWebSocket(factors: Partial<ServerFactors>): Promise<Buffer[]> {
  const lab = await openLab(factors);
  const peer = new Recorder();
  const session = new WebSocketSession(lab, peer);
  const send = (message: unknown): void =>
    session.receiveText(new TextEncoder().encode(JSON.stringify(message)));
  send({ type: 'loadFile', requestId: 7, id: lab.list()[0]?.id });
  for (let index = 0; index < 5; index++) {
    await vi.waitFor(() => expect(peer.chunks).toContain(index));
    if (lab.factors.bulkWindowBytes !== null) send({ type: 'chunkReceived', requestId: 7, index });
  }
  await lab.close();
  return peer.sent;
}

async function overHttp(factors: Partial<ServerFactors>): Promise<Buffer[]> {
  const lab = await openLab(factors);
  const peer = new BodyRecorder();
  const route = labRoutes(lab).find(({ path }) => path === '/covalues/:id/file');
  const params = { id: lab.list()[0]?.id ?? '' };
  const request = { params, body: new Uint8Array(0), client: 'a client', lastEventId: undefined };
  const response = await route?.handle(request);
  await response?.stream?.(peer);
  const { sha256 = '' } = lab.list()[0]?.file ?? {};
  if (lab.factors.encoding === 'raw') {
    const received = createHash('sha256').update(Buffer.concat(peer.sent)).digest('hex');
    expect(received).toBe(sha256);
  }
  await lab.close();
  return peer.sent;
}

const factorSets = (['raw', 'base64-json'] as const).flatMap((encoding) => [
  { encoding, bulkWindowBytes: null },
  { encoding, bulkWindowBytes: 2 * CHUNK_BYTES },
]);

test.each(factorSets)('whole and stream send the same bytes with %o', async (factors) => {
  for (const download of [overWebSocket, overHttp]) {
    const [streamed, whole] = [
      await download({ ...factors, fileRead: 'stream' }),
      await download({ ...factors, fileRead: 'whole' }),
    ];
    expect(whole).toHaveLength(streamed.length);
    expect(Buffer.concat(whole).equals(Buffer.concat(streamed))).toBe(true);
    expect(Buffer.concat(whole).byteLength).toBeGreaterThanOrEqual(FILE_BYTES);
  }
});
