import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ErrorBody } from '@holbench/protocol/errors';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { CreatedCoValue } from '@holbench/protocol/bodies';
import { parseJson } from '@holbench/protocol/parse';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ensureDataset } from '@holbench/dataset/generate';
import { LabApp } from '../lab-app.ts';
import { DEFAULT_SERVER_FACTORS } from '../server/factors.ts';
import type { LabRequest, LabResponse } from './route.ts';
import { healthRoute, labRoutes } from './routes.ts';

const UNKNOWN = 'co_ffffffffffffffff';
const text = { author: 'a', title: 't', summary: 's', preview: 'p' };

let root: string;
let datasetFolder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-routes-'));
  datasetFolder = await ensureDataset(root, 1_000);
});
afterAll(() => rm(root, { recursive: true }));

let lab: LabApp;
const uploadFolder = (): string => join(root, 'uploads');
beforeEach(async () => {
  lab = await LabApp.open({
    data: datasetFolder,
    uploads: uploadFolder(),
    factors: DEFAULT_SERVER_FACTORS,
  });
});
afterEach(() => lab.close());

async function request(route: string, given: Partial<LabRequest>): Promise<LabResponse> {
  const found = labRoutes(lab).find(({ method, path }) => `${method} ${path}` === route);
  if (!found) throw new Error(`no route ${route}`);
  return found.handle({
    params: {},
    body: new Uint8Array(0),
    client: 'a client',
    lastEventId: undefined,
    ...given,
  });
}

const textOf = ({ body }: LabResponse): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

async function refusal(route: string, given: Partial<LabRequest>): Promise<[number, string]> {
  const response = await request(route, given);
  return [response.status, parseJson(ErrorBody, textOf(response)).error];
}

const json = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(value));

const anyId = (): string => lab.list()[0]?.id ?? '';

/** The wire's addresses: another list is another PROTOCOL_VERSION (packages/protocol/src/version.ts), but for one that only a setting asks for. */
test('the table of routes', () => {
  const routes = [healthRoute('node-http1', {}), ...labRoutes(lab)];
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /healthz',
    'GET /covalues',
    'GET /covalues/:id',
    'GET /covalues/:id/file',
    'GET /covalues/:id/events',
    'GET /covalues/:id/poll',
    'POST /covalues',
    'PATCH /covalues/:id',
    'PUT /covalues/:id/file/chunks/:index',
    'DELETE /covalues/:id/file/chunks',
  ]);
});

test.each([
  ['GET /covalues/:id', UNKNOWN],
  ['GET /covalues/:id', '../../etc/passwd'],
  ['GET /covalues/:id', ''],
  ['GET /covalues/:id', 'co_'.repeat(10_000)],
  ['GET /covalues/:id/file', UNKNOWN],
  ['GET /covalues/:id/events', UNKNOWN],
  ['GET /covalues/:id/poll', UNKNOWN],
])('%s of the unknown id %.30s is a 404', async (route, id) => {
  expect(await refusal(route, { params: { id } })).toEqual([404, 'unknown_covalue']);
});

test('a file of a CoValue that has none is a 404', async () => {
  const { id } = await lab.create({ text }, null, 'a client');
  expect(await refusal('GET /covalues/:id/file', { params: { id } })).toEqual([404, 'no_file']);
});

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['no body', new Uint8Array(0), 'malformed_message'],
  ['no JSON', new TextEncoder().encode('{"text":'), 'malformed_message'],
  ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'malformed_message'],
  ['a wrong type', json({ text: { ...text, title: 1 } }), 'invalid_message'],
  ['a missing field', json({}), 'invalid_message'],
  ['an unknown field', json({ text, path: '/etc/passwd' }), 'invalid_message'],
])('a creation with %s is a 400', async (_name, body, code) => {
  expect(await refusal('POST /covalues', { body })).toEqual([400, code]);
});

test.each([
  ['an empty mutation', {}, 400, 'invalid_message'],
  ['an unknown attachment', { attachment: UNKNOWN }, 404, 'unknown_covalue'],
])('%s is refused', async (_name, mutation, status, code) => {
  const given = { params: { id: anyId() }, body: json(mutation) };
  expect(await refusal('PATCH /covalues/:id', given)).toEqual([status, code]);
});

test.each(['abc', '-1', '1.5', '1e3', '9999999', ''])('chunk index %j is a 400', async (index) => {
  const given = { params: { id: anyId(), index }, body: new Uint8Array(1) };
  const refused = await refusal('PUT /covalues/:id/file/chunks/:index', given);
  expect(refused).toEqual([400, 'chunk_index']);
});

test.each(['abc', '-1', '1.5'])('Last-Event-ID %j is a 400', async (lastEventId) => {
  const given = { params: { id: anyId() }, lastEventId };
  const refused = await refusal('GET /covalues/:id/events', given);
  expect(refused).toEqual([400, 'invalid_message']);
});

test('an upload that is given up is forgotten, and giving up again harms nothing', async () => {
  const content = randomBytes(2 * CHUNK_BYTES);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const body = json({ text, file: { bytes: content.byteLength, sha256 } });
  const created = await request('POST /covalues', { body });
  expect(created.status).toBe(202);
  const { id, upload } = parseJson(CreatedCoValue, textOf(created));
  expect(upload).toEqual({ windowChunks: 8, chunkBytes: CHUNK_BYTES, encoding: 'raw' });

  const chunk = new Uint8Array(content.subarray(0, CHUNK_BYTES));
  const given = { params: { id, index: '0' }, body: chunk };
  const stored = await request('PUT /covalues/:id/file/chunks/:index', given);
  expect(textOf(stored)).toBe('{"index":0,"file":null}');

  for (let time = 0; time < 2; time++) {
    const givenUp = await request('DELETE /covalues/:id/file/chunks', { params: { id } });
    expect(givenUp.status).toBe(200);
  }
  expect(await readdir(uploadFolder())).toEqual([]);
  expect(lab.counters.brokenTransfers).toBe(1);
  const late = await refusal('PUT /covalues/:id/file/chunks/:index', given);
  expect(late).toEqual([404, 'unknown_upload']);
});

test('a first poll learns from where on, and later ones wait for all events since', async () => {
  const id = anyId();
  const poll = async (lastEventId?: string): Promise<string> => {
    const sent: string[] = [];
    const { stream } = await request('GET /covalues/:id/poll', { params: { id }, lastEventId });
    await stream?.({
      send: (data) => {
        sent.push(String(data));
        return 'sent';
      },
      drained: async () => {},
      closed: new AbortController().signal,
      close: () => {},
    });
    return sent.join('');
  };
  expect(await poll()).toBe('retry: 0\n\nevent: subscribed\nid: 0\ndata: 0\n\n');
  const waiting = poll('0');
  await lab.mutate(id, { title: 'first' });
  await lab.mutate(id, { title: 'second' });
  expect(await waiting).toMatch(/^event: mutation\nid: 1\ndata: .*first/);
  expect(await poll('0')).toMatch(/id: 1\n.*first.*\n\nevent: mutation\nid: 2\n.*second/);
});

test('longer answers are compressed where the server does and the client takes it', async () => {
  const factors = { ...DEFAULT_SERVER_FACTORS, compression: 'gzip' } as const;
  const uploads = join(root, 'uploads-compressing');
  const compressing = await LabApp.open({ data: datasetFolder, uploads, factors });
  onTestFinished(() => compressing.close());
  const route = labRoutes(compressing).find(({ path }) => path === '/covalues/:id');
  const load = (acceptEncoding?: string) =>
    route?.handle({
      params: { id: anyId() },
      body: new Uint8Array(0),
      client: 'a client',
      lastEventId: undefined,
      acceptEncoding,
    });
  const plain = await load();
  expect(plain?.headers['content-encoding']).toBeUndefined();
  const packed = await load('gzip, deflate, br');
  expect(packed?.headers['content-encoding']).toBe('gzip');
  expect(packed?.contentLength).toBeLessThan(0.6 * (plain?.contentLength ?? 0));
  expect(gunzipSync(packed?.body ?? '').toString()).toBe(plain && textOf(plain));
});
