import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BulkWindow } from '@holbench/protocol/flow/bulk-window';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { datasetFileName } from '@holbench/dataset/dataset';
import { ensureDataset } from '@holbench/dataset/generate';
import { LabApp } from '../lab-app.ts';
import { DEFAULT_SERVER_FACTORS, type ServerFactors } from '../server/factors.ts';
import { DEFAULT_LIMITS, type ClientLimits } from '../server/client-limits.ts';
import { FakePeer } from '../../fixtures/fake-peer.ts';
import { WebSocketSession } from './session.ts';

const FILE_BYTES = 4 * CHUNK_BYTES;
const text = { author: 'a', title: 't', summary: 's', preview: 'p' };

let root: string;
let datasetFolder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-factors-'));
  datasetFolder = await ensureDataset(root, FILE_BYTES);
});
afterAll(() => rm(root, { recursive: true }));

let lab: LabApp;
let peer: FakePeer;
let session: WebSocketSession;
async function begin(
  factors: Partial<ServerFactors>,
  limits: Partial<ClientLimits> = {},
): Promise<void> {
  lab = await LabApp.open({
    data: datasetFolder,
    uploads: join(root, 'uploads'),
    factors: { ...DEFAULT_SERVER_FACTORS, ...factors },
    limits: { ...DEFAULT_LIMITS, ...limits },
  });
  peer = new FakePeer();
  session = new WebSocketSession(lab, peer);
}
afterEach(async () => {
  // Ends its downloads, and closes their files.
  peer.leave();
  await lab.close();
});

const sendLines = (...lines: string[]): void =>
  session.receiveText(new TextEncoder().encode(lines.join('\n')));
const send = (message: unknown): void => sendLines(JSON.stringify(message));
const anyId = (): string => lab.list()[0]?.id ?? '';
const received = (requestId: number, index: number): void =>
  send({ type: 'chunkReceived', requestId, index });

/** On a busy machine a read of a file takes long. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

/** These chunks are sent, however long it takes, and no others soon after. */
async function expectChunks(...indexes: readonly number[]): Promise<void> {
  await eventually(() => expect(peer.chunks.length).toBeGreaterThanOrEqual(indexes.length));
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(peer.chunks).toEqual(indexes);
}

describe('a bulk window', () => {
  test('is announced, and holds until chunks are acknowledged', async () => {
    await begin({ bulkWindowBytes: 2 * CHUNK_BYTES });
    expect(peer.welcome).toEqual({ type: 'welcome', batchMs: 0, bulkWindowBytes: 2 * CHUNK_BYTES });
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await expectChunks(0, 1);
    received(1, 1);
    await expectChunks(0, 1, 2);
    received(1, 0);
    received(1, 2);
    await expectChunks(0, 1, 2, 3);
  });

  test('is one for all downloads of the connection, which take turns', async () => {
    const enter = vi.spyOn(BulkWindow.prototype, 'enter');
    onTestFinished(() => enter.mockRestore());
    const entered = (chunks: number) =>
      eventually(() => expect(enter).toHaveBeenCalledTimes(chunks));
    await begin({ bulkWindowBytes: CHUNK_BYTES });
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    // The first is waiting with its next chunk when the second comes.
    await entered(2);
    send({ type: 'loadFile', requestId: 2, id: anyId() });
    await entered(3);
    await expectChunks(0);
    const turns = [
      [1, 0],
      [1, 1],
      [2, 0],
      [1, 2],
    ] as const;
    for (const [turn, [requestId, index]] of turns.entries()) {
      received(requestId, index);
      // The one that had its turn waits again, behind the other.
      await entered(4 + turn);
    }
    await expectChunks(0, 1, 0, 2, 1);
    expect(peer.messages.filter(({ type }) => type === 'failed')).toEqual([]);
  });

  test('lets a chunk that is longer travel alone', async () => {
    await begin({ bulkWindowBytes: 1024 });
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await expectChunks(0);
    received(1, 0);
    await expectChunks(0, 1);
  });

  test('keeps the place of what a cancelled download has on its way', async () => {
    await begin({ bulkWindowBytes: 2 * CHUNK_BYTES });
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await expectChunks(0, 1);
    send({ type: 'cancel', requestId: 1 });
    await eventually(() => expect(lab.counters.brokenTransfers).toBe(1));
    send({ type: 'loadFile', requestId: 2, id: anyId() });
    await expectChunks(0, 1);
    received(1, 0);
    received(1, 1);
    await expectChunks(0, 1, 0, 1);
    // All of it is acknowledged: its id is free again.
    send({ type: 'load', requestId: 1, id: anyId() });
    await eventually(() => expect(peer.messages.at(-1)).toMatchObject({ type: 'loaded' }));
  });

  test('of a file that cannot be read ends with its connection: nobody waits for its room', async () => {
    await begin({ bulkWindowBytes: 4 * CHUNK_BYTES });
    const path = join(datasetFolder, datasetFileName(0));
    await copyFile(path, `${path}.complete`);
    onTestFinished(() => copyFile(`${path}.complete`, path));
    await truncate(path, 2 * CHUNK_BYTES);
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await eventually(() => expect(peer.closedWith).toBe(1011));
    expect(peer.messages.at(-1)).toMatchObject({ requestId: 1, error: 'internal' });
  });

  test.each([
    ['for no download', 9, [0], 'unknown_download'],
    ['of a chunk that was not sent', 1, [3], 'chunk_index'],
    ['of a chunk that does not exist', 1, [0xffff_ffff], 'chunk_index'],
    ['of a chunk for the second time', 1, [0, 0], 'chunk_repeated'],
  ])('refuses an acknowledgement %s', async (_name, requestId, indexes, code) => {
    await begin({ bulkWindowBytes: 2 * CHUNK_BYTES });
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await expectChunks(0, 1);
    for (const index of indexes) received(requestId, index);
    await eventually(() => expect(peer.messages.at(-1)).toMatchObject({ requestId, error: code }));
    expect(peer.closedWith).toBeUndefined();
    if (requestId !== 1) return;
    await eventually(() => expect(lab.counters.brokenTransfers).toBe(1));
  });

  test('is not there by default: nothing is to be acknowledged', async () => {
    await begin({});
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await expectChunks(0, 1, 2, 3);
    received(1, 0);
    expect(peer.messages.at(-1)).toMatchObject({ requestId: 1, error: 'unknown_download' });
  });

  test('makes the window of an upload smaller', async () => {
    await begin({ bulkWindowBytes: 65_536, chunkBytes: 16_384 });
    const content = randomBytes(5 * 16_384);
    const sha256 = createHash('sha256').update(content).digest('hex');
    send({ type: 'create', requestId: 1, text, file: { bytes: content.byteLength, sha256 } });
    const upload = { windowChunks: 4, chunkBytes: 16_384, encoding: 'raw' };
    await eventually(() => expect(peer.messages[0]).toMatchObject({ type: 'created', upload }));
  });

  test('leaves nothing behind when its peer leaves', async () => {
    await begin({ bulkWindowBytes: CHUNK_BYTES });
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    send({ type: 'loadFile', requestId: 2, id: anyId() });
    await expectChunks(0);
    peer.leave();
    await eventually(() => expect(lab.counters.brokenTransfers).toBe(2));
  });
});

describe('the encoding base64-json', () => {
  const upload = async (data: (chunk: Buffer) => string): Promise<void> => {
    const content = randomBytes(5);
    const sha256 = createHash('sha256').update(content).digest('hex');
    send({ type: 'create', requestId: 1, text, file: { bytes: 5, sha256 } });
    await eventually(() => expect(peer.messages[0]?.type).toBe('created'));
    send({ type: 'chunk', requestId: 1, index: 0, data: data(content) });
    await eventually(() => expect(peer.messages).toHaveLength(2));
  };

  test('takes and sends chunks as text', async () => {
    await begin({ encoding: 'base64-json' });
    await upload((chunk) => chunk.toString('base64'));
    expect(peer.messages[1]).toMatchObject({ type: 'chunkStored', file: { bytes: 5 } });
    send({ type: 'loadFile', requestId: 2, id: anyId() });
    await expectChunks(0, 1, 2, 3);
  });

  test.each([
    ['broken base64', 'base64-json', () => 'AAA=AAAA', 'invalid_message'],
    ['base64 of another length', 'base64-json', () => 'AAAA', 'chunk_length'],
    ['nothing', 'base64-json', () => '', 'chunk_length'],
    [
      'base64 where bytes are wanted',
      'raw',
      (chunk: Buffer) => chunk.toString('base64'),
      'invalid_message',
    ],
  ] as const)('%s ends its upload', async (_name, encoding, data, code) => {
    await begin({ encoding });
    await upload(data);
    expect(peer.messages[1]).toMatchObject({ requestId: 1, error: code });
    await eventually(() => expect(lab.counters.brokenTransfers).toBe(1));
    expect(peer.closedWith).toBeUndefined();
  });
});

describe('a batch', () => {
  test('holds the answers of its time, and not the beginning of a file', async () => {
    await begin({ batchMs: 30 });
    const sends = peer.sends;
    for (let requestId = 0; requestId < 20; requestId++)
      send({ type: 'load', requestId, id: anyId() });
    expect(peer.sends).toBe(sends);
    send({ type: 'loadFile', requestId: 20, id: anyId() });
    await eventually(() => expect(peer.chunks).toHaveLength(4));
    expect(peer.messages[0]).toMatchObject({ type: 'fileBegin' });
    await eventually(() => expect(peer.messages).toHaveLength(21));
    // The answers, `fileBegin`, and four chunks.
    expect(peer.sends - sends).toBe(6);
  });

  test('is read whether or not batches are sent', async () => {
    await begin({});
    const line = (requestId: number): string =>
      JSON.stringify({ type: 'load', requestId, id: anyId() });
    sendLines(line(1), line(2), line(3));
    await eventually(() => expect(peer.messages).toHaveLength(3));
    expect(peer.messages).toMatchObject([{ requestId: 1 }, { requestId: 2 }, { requestId: 3 }]);
  });

  test('with a line that is not JSON ends the connection there', async () => {
    await begin({ batchMs: 5 });
    const line = (requestId: number): string =>
      JSON.stringify({ type: 'load', requestId, id: anyId() });
    sendLines(line(1), '{"type":', line(2));
    expect(peer.closedWith).toBe(1007);
    expect(peer.messages).toMatchObject([{ requestId: 1 }, { error: 'malformed_message' }]);
  });

  test('with a line of another shape fails that line alone', async () => {
    await begin({});
    const line = (requestId: number): string =>
      JSON.stringify({ type: 'load', requestId, id: anyId() });
    sendLines(line(1), '{"type":"load","requestId":7}', line(2));
    await eventually(() => expect(peer.messages).toHaveLength(3));
    expect(peer.messages).toMatchObject([
      { requestId: 1 },
      { requestId: 7, error: 'invalid_message' },
      { requestId: 2 },
    ]);
  });

  test('of nothing but broken lines to a peer that does not read is cut off', async () => {
    await begin({ batchMs: 1_000 });
    peer.reads = false;
    sendLines('{}\n'.repeat(300_000));
    expect(peer.closedWith).toBe(1008);
    expect(peer.messages.length).toBeLessThan(10_000);
  });

  test('does not hide that its peer does not read', async () => {
    await begin({ batchMs: 1 }, { unreadBytes: 64 * 1024 ** 2, allUnreadBytes: 1024 ** 3 });
    peer.reads = false;
    send({ type: 'load', requestId: 0, id: anyId() });
    await eventually(() => expect(peer.messages).toHaveLength(1));
    for (let requestId = 0; requestId <= 1_024; requestId++)
      send({ type: 'load', requestId, id: anyId() });
    expect(peer.closedWith).toBe(1008);
  });
});

describe('pings', () => {
  test('each is timed until its own pong, and none goes to a client that has left', async () => {
    await begin({ pingMs: 10 });
    await eventually(() => expect(peer.pings.length).toBeGreaterThan(2));
    const [first = '', second = ''] = peer.pings;
    session.receivePong(second);
    session.receivePong('of no ping');
    const [unanswered, answered] = lab.pings;
    expect(unanswered?.tookMs).toBeNull();
    expect(answered?.tookMs).toBeGreaterThan(0);
    const tookMs = answered?.tookMs;
    session.receivePong(second);
    expect(lab.pings[1]?.tookMs).toBe(tookMs);
    session.receivePong(first);
    expect(lab.pings[0]?.tookMs).toBeGreaterThan(tookMs ?? 0);

    peer.leave();
    const { length } = peer.pings;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(peer.pings).toHaveLength(length);
  });

  test('by default there are none', async () => {
    await begin({});
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(peer.pings).toEqual([]);
  });
});

describe('the order of chunks', () => {
  /** Its client reads no more once chunks come. */
  function stopAtChunks(): void {
    const receive = peer.send.bind(peer);
    peer.send = (data) => {
      if (typeof data !== 'string') peer.reads = false;
      return receive(data);
    };
  }
  const download = (requestId: number) => send({ type: 'loadFile', requestId, id: anyId() });

  test('by default each download hands over its next chunk when the last is sent', async () => {
    await begin({});
    stopAtChunks();
    download(1);
    download(2);
    await expectChunks(0, 0);
  });

  test('messages first: the connection has one chunk at a time', async () => {
    await begin({ sendOrder: 'messages-first' });
    stopAtChunks();
    download(1);
    download(2);
    await expectChunks(0);
    send({ type: 'load', requestId: 3, id: anyId() });
    await eventually(() => expect(peer.messages.at(-1)).toMatchObject({ type: 'loaded' }));
    expect(peer.chunks).toEqual([0]);
    peer.readOn();
    // Of the other download, whose turn it is.
    await expectChunks(0, 0);
  });

  test('in order: chunks are handed over before the client has read any', async () => {
    await begin({ sendOrder: 'in-order' });
    stopAtChunks();
    download(1);
    await expectChunks(0, 1, 2, 3);
  });
});
