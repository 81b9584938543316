import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetFileName } from '@holbench/dataset/dataset';
import { ensureDataset } from '@holbench/dataset/generate';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakePeer } from '../../fixtures/fake-peer.ts';
import type { LabRequest } from '../http/route.ts';
import { labRoutes } from '../http/routes.ts';
import { LabApp } from '../lab-app.ts';
import { WebSocketSession } from '../websocket/session.ts';
import { DEFAULT_SERVER_FACTORS } from './factors.ts';

const UNKNOWN = 'co_ffffffffffffffff';
const text = { author: 'a', title: 't', summary: 's', preview: 'p' };
const content = Uint8Array.of(1, 2, 3);
const file = {
  bytes: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
};

let root: string;
let data: string;
let lab: LabApp;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-requests-'));
});
afterAll(() => rm(root, { recursive: true }));
const uploads = (): string => join(root, 'uploads');
beforeEach(async () => {
  data = await ensureDataset(root, 1_000);
  const factors = { ...DEFAULT_SERVER_FACTORS, logging: 'requests' } as const;
  lab = await LabApp.open({ data, uploads: uploads(), factors });
});
afterEach(() => lab.close());

const anyId = (): string => lab.list()[0]?.id ?? '';

interface Line {
  readonly time: number;
  readonly operation: string;
  readonly outcome: unknown;
  readonly durationMs: number;
}

async function lines(): Promise<Line[]> {
  const complete = (await readFile(join(uploads(), 'requests.log'), 'utf8')).split('\n');
  expect(complete.pop()).toBe('');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first test looks at every field
  return complete.map((line) => JSON.parse(line) as Line);
}

const outcomes = async (): Promise<unknown[][]> =>
  (await lines()).map(({ operation, outcome }) => [operation, outcome]);

describe('over HTTP', () => {
  const json = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value));

  /** Sends a request and reads its response, as servers do, until the line can be there. */
  async function request(
    route: string,
    given: Partial<LabRequest> = {},
    peer = new Listener(),
  ): Promise<string> {
    const found = labRoutes(lab).find(({ method, path }) => `${method} ${path}` === route);
    if (!found) throw new Error(`no route ${route}`);
    const response = await found.handle({
      params: {},
      body: new Uint8Array(0),
      client: 'a client',
      lastEventId: undefined,
      ...given,
    });
    const streamed = response.stream?.(peer).catch(() => {});
    if (response.contentLength !== null) await streamed;
    await new Promise(setImmediate);
    return typeof response.body === 'string'
      ? response.body
      : new TextDecoder().decode(response.body);
  }

  test('a line has when, what, how it ended and how long it took', async () => {
    const before = Date.now();
    await request('GET /covalues');
    const [line, second] = await lines();
    expect(second).toBeUndefined();
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: hostname(),
      operation: 'GET /covalues',
      outcome: 200,
      durationMs: expect.any(Number),
    });
    expect(line?.time).toBeGreaterThanOrEqual(before);
    expect(line?.time).toBeLessThanOrEqual(Date.now());
    expect(line?.durationMs).toBeGreaterThan(0);
    expect(line?.durationMs).toBeLessThan(Date.now() + 1 - before);
  });

  test('each request of a lab route has one, failures included', async () => {
    const id = anyId();
    await request('GET /covalues/:id', { params: { id } });
    await request('GET /covalues/:id/file', { params: { id } });
    await request('GET /covalues/:id/events', { params: { id } });
    await request('POST /covalues', { body: json({ text }) });
    await request('PATCH /covalues/:id', { params: { id }, body: json({ title: 'u' }) });
    await request('GET /covalues/:id', { params: { id: UNKNOWN } });
    await request('PATCH /covalues/:id', { params: { id }, body: json({}) });
    const created = await request('POST /covalues', { body: json({ text, file }) });
    const upload = /co_\w+/.exec(created)?.[0] ?? '';
    const chunk = { params: { id: upload, index: '0' }, body: content };
    await request('PUT /covalues/:id/file/chunks/:index', chunk);
    await request('PUT /covalues/:id/file/chunks/:index', chunk);
    await request('DELETE /covalues/:id/file/chunks', { params: { id: upload } });
    expect(await outcomes()).toEqual([
      [`GET /covalues/${id}`, 200],
      [`GET /covalues/${id}/file`, 200],
      [`GET /covalues/${id}/events`, 200],
      ['POST /covalues', 201],
      [`PATCH /covalues/${id}`, 200],
      [`GET /covalues/${UNKNOWN}`, 404],
      [`PATCH /covalues/${id}`, 400],
      ['POST /covalues', 202],
      [`PUT /covalues/${upload}/file/chunks/0`, 200],
      [`PUT /covalues/${upload}/file/chunks/0`, 404],
      [`DELETE /covalues/${upload}/file/chunks`, 200],
    ]);
  });

  test('a download that is left, or cannot be read, says so', async () => {
    const params = { id: anyId() };
    const left = new Listener();
    left.leave();
    await request('GET /covalues/:id/file', { params }, left);
    await truncate(join(data, datasetFileName(0)), 10);
    await request('GET /covalues/:id/file', { params });
    await rm(data, { recursive: true });
    const path = `GET /covalues/${params.id}/file`;
    expect(await outcomes()).toEqual([
      [path, 'cancelled'],
      [path, 'internal'],
    ]);
  });
});

/** Takes everything. */
class Listener extends FakePeer {
  override send(): 'sent' | 'closed' {
    return this.closed.aborted ? 'closed' : 'sent';
  }
}

describe('over a WebSocket', () => {
  let peer: FakePeer;
  let session: WebSocketSession;
  beforeEach(() => {
    peer = new FakePeer();
    session = new WebSocketSession(lab, peer);
  });

  const send = (message: unknown): void =>
    session.receiveText(new TextEncoder().encode(JSON.stringify(message)));

  function sendChunk(requestId: number): void {
    const frame = new Uint8Array(CHUNK_HEADER_BYTES + content.byteLength);
    writeChunkHeader(frame, requestId, 0);
    frame.set(content, CHUNK_HEADER_BYTES);
    session.receiveBinary(frame);
  }

  /** Sends, and waits for the line. */
  async function logged(message: () => void): Promise<void> {
    const { length } = await lines();
    message();
    await vi.waitFor(async () => expect(await lines()).toHaveLength(length + 1));
  }

  test('each request message has one, failures included', async () => {
    const id = anyId();
    const requests = [
      { type: 'list' },
      { type: 'load', id },
      { type: 'loadFile', id },
      { type: 'create', text },
      { type: 'mutate', id, mutation: { title: 'u' } },
      { type: 'load', id: UNKNOWN },
      { type: 'mutate', id: UNKNOWN, mutation: { title: 'u' } },
      { type: 'mutate', id, mutation: {} },
      { type: 'subscribe', id },
      { type: 'create', text, file },
    ];
    for (const [requestId, request] of requests.entries()) {
      await logged(() => send({ requestId, ...request }));
    }
    const upload = requests.length - 1;
    await logged(() => send({ type: 'load', requestId: upload, id }));
    await logged(() => sendChunk(upload));
    await logged(() => sendChunk(upload));
    expect(await outcomes()).toEqual([
      ['list', 'ok'],
      ['load', 'ok'],
      ['loadFile', 'ok'],
      ['create', 'ok'],
      ['mutate', 'ok'],
      ['load', 'unknown_covalue'],
      ['mutate', 'unknown_covalue'],
      ['unknown', 'invalid_message'],
      ['subscribe', 'ok'],
      ['create', 'ok'],
      ['load', 'invalid_message'],
      ['chunk', 'ok'],
      ['chunk', 'unknown_upload'],
    ]);
    // The end of a subscription is no answer.
    peer.leave();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await lines()).toHaveLength(requests.length + 3);
  });

  test('a download that is left says so, and text that is no message has a line', async () => {
    peer.reads = false;
    send({ type: 'loadFile', requestId: 1, id: anyId() });
    await logged(() => peer.leave());
    peer = new FakePeer();
    session = new WebSocketSession(lab, peer);
    await logged(() => session.receiveText(new TextEncoder().encode('{')));
    expect(await outcomes()).toEqual([
      ['loadFile', 'cancelled'],
      ['unknown', 'malformed_message'],
    ]);
  });
});

test('the log is beside the uploads, whose names are digits, and is removed with them', async () => {
  await lab.create({ text, file }, null, 'a client');
  expect((await readdir(uploads())).toSorted()).toEqual(['0', 'requests.log']);
  await lab.close();
  expect(await readdir(root)).not.toContain('uploads');
  lab = await LabApp.open({ data, uploads: uploads(), factors: DEFAULT_SERVER_FACTORS });
  expect(await readdir(uploads())).toEqual([]);
});
