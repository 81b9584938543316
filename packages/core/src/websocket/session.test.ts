import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import { CHUNK_BYTES, MAX_MESSAGE_BYTES, MAX_OPEN_REQUESTS } from '@holbench/protocol/wire-limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureDataset } from '@holbench/dataset/generate';
import { LabApp } from '../lab-app.ts';
import { DEFAULT_SERVER_FACTORS } from '../server/factors.ts';
import { DEFAULT_LIMITS, type ClientLimits } from '../server/client-limits.ts';
import { FakePeer } from '../../fixtures/fake-peer.ts';
import { WebSocketSession } from './session.ts';

const FILE_BYTES = 3 * CHUNK_BYTES + 1;
const text = { author: 'a', title: 't', summary: 's', preview: 'p' };

let root: string;
let datasetFolder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-session-'));
  datasetFolder = await ensureDataset(root, FILE_BYTES);
});
afterAll(() => rm(root, { recursive: true }));

let lab: LabApp;
let peer: FakePeer;
let session: WebSocketSession;
const uploadFolder = (): string => join(root, 'uploads');
async function begin(limits: Partial<ClientLimits> = {}): Promise<void> {
  await lab?.close();
  lab = await LabApp.open({
    data: datasetFolder,
    uploads: uploadFolder(),
    factors: DEFAULT_SERVER_FACTORS,
    limits: { ...DEFAULT_LIMITS, ...limits },
  });
  peer = new FakePeer();
  session = new WebSocketSession(lab, peer);
}
beforeEach(() => begin());
afterEach(() => lab.close());

const send = (message: unknown): void =>
  session.receiveText(new TextEncoder().encode(JSON.stringify(message)));

const answered = (count: number): Promise<unknown> =>
  vi.waitFor(() => expect(peer.messages.length).toBeGreaterThanOrEqual(count));

const anyId = (): string => lab.list()[0]?.id ?? '';

function sendChunk(requestId: number, index: number, chunk: Uint8Array): void {
  const frame = new Uint8Array(CHUNK_HEADER_BYTES + chunk.byteLength);
  writeChunkHeader(frame, requestId, index);
  frame.set(chunk, CHUNK_HEADER_BYTES);
  session.receiveBinary(frame);
}

async function beginUpload(requestId: number, content: Uint8Array): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  send({ type: 'create', requestId, text, file: { bytes: content.byteLength, sha256 } });
  await answered(1);
}

describe('a session', () => {
  test('pulls a file no faster than its peer reads, and stops when that leaves', async () => {
    peer.reads = false;
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await answered(1);
    peer.readOn();
    peer.reads = false;
    await vi.waitFor(() => expect(peer.chunks).toEqual([0]));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(peer.chunks).toEqual([0]);
    peer.leave();
    await vi.waitFor(() => expect(lab.counters.brokenTransfers).toBe(1));
    expect(peer.chunks).toEqual([0]);
  });

  test('ends a download that is cancelled, and serves on', async () => {
    peer.reads = false;
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await answered(1);
    send({ type: 'cancel', requestId: 1 });
    peer.readOn();
    await vi.waitFor(() => expect(lab.counters.brokenTransfers).toBe(1));
    send({ type: 'load', requestId: 2, id: anyId() });
    await answered(2);
    expect(peer.messages[1]).toMatchObject({ type: 'loaded', requestId: 2 });
  });

  test.each(['cancelled', 'left by its peer'])('keeps nothing of an upload %s', async (how) => {
    const content = randomBytes(2 * CHUNK_BYTES);
    await beginUpload(1, content);
    sendChunk(1, 0, content.subarray(0, CHUNK_BYTES));
    await answered(2);
    if (how === 'cancelled') send({ type: 'cancel', requestId: 1 });
    else peer.leave();
    await vi.waitFor(async () => expect(await readdir(uploadFolder())).toEqual([]));
    expect(lab.counters.brokenTransfers).toBe(1);
  });

  test('answers broken rules with their code, and closes where the protocol demands it', () => {
    session.receiveText(new TextEncoder().encode('{'));
    expect(peer.messages).toMatchObject([
      { type: 'failed', requestId: null, error: 'malformed_message' },
    ]);
    expect(peer.closedWith).toBe(1007);
  });

  test('names the request that is wrong', () => {
    send({ type: 'load', requestId: 12, id: '../../etc/passwd' });
    expect(peer.messages).toMatchObject([{ requestId: 12, error: 'invalid_message' }]);
    expect(peer.closedWith).toBeUndefined();
  });

  test.each(['text', 'binary'])('closes with 1009 on a %s message over the limit', (kind) => {
    // Three bytes each in UTF-8: it is the bytes that count.
    const message = Buffer.from('€'.repeat(MAX_MESSAGE_BYTES / 3 + 1));
    if (kind === 'text') session.receiveText(message);
    else session.receiveBinary(new Uint8Array(message));
    expect(peer.closedWith).toBe(1009);
  });

  test('closes with 1003 on a binary message that is no chunk frame', async () => {
    session.receiveBinary(new Uint8Array(CHUNK_HEADER_BYTES));
    await vi.waitFor(() => expect(peer.closedWith).toBe(1003));
  });

  test('sends events at once, also while a file keeps its connection full', async () => {
    send({ type: 'subscribe', requestId: 1, id: anyId() });
    await answered(1);
    peer.reads = false;
    for (let event = 1; event <= 20; event++) await lab.mutate(anyId(), { title: `${event}` });
    await answered(21);
  });

  test('refuses a second request under an open id, and leaves the first alone', async () => {
    send({ type: 'subscribe', requestId: 1, id: anyId() });
    send({ type: 'load', requestId: 1, id: anyId() });
    await answered(2);
    expect(peer.messages).toMatchObject([
      { type: 'subscribed', requestId: 1 },
      { type: 'failed', requestId: null, error: 'invalid_message' },
    ]);
    expect(peer.closedWith).toBeUndefined();
  });

  test('a chunk for a request that is no upload does not detach that request', async () => {
    send({ type: 'subscribe', requestId: 1, id: anyId() });
    await answered(1);
    sendChunk(1, 0, new Uint8Array(1));
    await answered(2);
    expect(peer.messages[1]).toMatchObject({ requestId: 1, error: 'unknown_upload' });
    send({ type: 'cancel', requestId: 1 });
    await lab.mutate(anyId(), { title: 'unheard' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(peer.messages).toHaveLength(2);
  });

  test('closes with 1008 over its bound on open requests', async () => {
    for (let requestId = 0; requestId <= MAX_OPEN_REQUESTS; requestId++) {
      send({ type: 'subscribe', requestId, id: anyId() });
    }
    expect(peer.closedWith).toBe(1008);
  });

  test('closes with 1008 a peer that breaks rules and does not read what it is told', async () => {
    peer.reads = false;
    for (let count = 0; count < 2 * MAX_OPEN_REQUESTS; count++) send({ type: 'nonsense' });
    expect(peer.closedWith).toBe(1008);
    expect(peer.messages.length).toBeLessThanOrEqual(MAX_OPEN_REQUESTS);
  });

  test('says of every broken rule which one it was, however many, to a peer that reads', () => {
    for (let count = 0; count < 2 * MAX_OPEN_REQUESTS; count++) send({ type: 'nonsense' });
    expect(peer.messages).toHaveLength(2 * MAX_OPEN_REQUESTS);
    expect(peer.closedWith).toBeUndefined();
  });

  test('keeps an upload that reuses the id of a cancelled one, whose chunk fails late', async () => {
    const content = randomBytes(2 * CHUNK_BYTES);
    await beginUpload(1, content);
    const released = Promise.withResolvers<void>();
    const storeChunk = lab.storeChunk.bind(lab);
    vi.spyOn(lab, 'storeChunk').mockImplementationOnce(async (...chunk) => {
      const settled = await Promise.allSettled([storeChunk(...chunk), released.promise]);
      if (settled[0].status === 'fulfilled') return settled[0].value;
      throw settled[0].reason;
    });
    sendChunk(1, 0, content.subarray(0, CHUNK_BYTES));
    send({ type: 'cancel', requestId: 1 });
    await beginUpload(1, content);
    await answered(2);
    released.resolve();
    await answered(3);
    expect(peer.messages[2]).toMatchObject({ type: 'failed', error: 'unknown_upload' });
    sendChunk(1, 0, content.subarray(0, CHUNK_BYTES));
    sendChunk(1, 1, content.subarray(CHUNK_BYTES));
    await vi.waitFor(() =>
      expect(peer.messages.filter(({ type }) => type === 'chunkStored')).toHaveLength(2),
    );
  });

  describe('of a client that does not read', () => {
    const loads = (count: number): string =>
      Array.from({ length: count }, (_, requestId) =>
        JSON.stringify({ type: 'load', requestId, id: anyId() }),
      ).join('\n');
    const sendText = (content: string): void => session.receiveText(Buffer.from(content));
    beforeEach(async () => {
      await begin({ unreadBytes: 20_000, waitingRequestBytes: 40_000, downloads: 3 });
      peer.reads = false;
    });

    test('makes no more answers until it reads, and then all of them, in order', async () => {
      sendText(loads(100));
      await new Promise((resolve) => setTimeout(resolve, 30));
      // Of 5 KB or more each.
      expect(peer.messages.length).toBeLessThanOrEqual(4);
      expect(peer.paused).toBe(true);
      peer.readOn();
      await answered(100);
      expect(peer.messages.map((message) => 'requestId' in message && message.requestId)).toEqual(
        Array.from({ length: 100 }, (_, index) => index),
      );
      expect(peer.paused).toBe(false);
    });

    test('closes with 1008 when more requests wait than it keeps', () => {
      sendText(loads(1_000));
      expect(peer.closedWith).toBe(1008);
    });

    test('stops working when it has gone', async () => {
      sendText(loads(100));
      peer.leave();
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(peer.messages.length).toBeLessThanOrEqual(4);
    });

    test('is cut off when all clients together leave too much unread', async () => {
      await begin({ unreadBytes: 20_000, allUnreadBytes: 15_000 });
      peer.reads = false;
      sendText(loads(100));
      expect(peer.closed.aborted).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(peer.messages.length).toBeLessThanOrEqual(4);
    });

    test('refuses more downloads at once than its limit', async () => {
      for (let requestId = 1; requestId <= 4; requestId++) {
        send({ type: 'loadFile', requestId, id: anyId() });
      }
      await vi.waitFor(() =>
        expect(peer.messages).toContainEqual(
          expect.objectContaining({ type: 'failed', requestId: 4, error: 'too_many' }),
        ),
      );
      peer.readOn();
      await vi.waitFor(() => expect(peer.chunks).toHaveLength(3 * 4));
      send({ type: 'loadFile', requestId: 5, id: anyId() });
      await vi.waitFor(() => expect(peer.chunks).toHaveLength(4 * 4));
    });
  });
});
