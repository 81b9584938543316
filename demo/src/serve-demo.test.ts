import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seen } from '../fixtures/seen.ts';
import { type ServedDemo, serveDemo } from './serve-demo.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0, tls: null } as const;

let served: ServedDemo;
beforeEach(async () => {
  const files = new Map([
    ['index.html', '<p>ä</p>'],
    ['data/demo.json', '{}'],
  ]);
  served = await serveDemo(files, LOOPBACK);
});
afterEach(() => served[Symbol.asyncDispose]());

/** As it is: `fetch` would tidy the path, and set the host. */
function ask(path: string, { method = 'GET', host }: { method?: string; host?: string } = {}) {
  const { hostname, port } = new URL(served.address);
  const answer = Promise.withResolvers<{ status: number; type: string; body: string }>();
  const headers = host === undefined ? {} : { host };
  request({ hostname, port, path, method, headers }, (response) => {
    let body = '';
    response.on('data', (chunk: Buffer) => (body += chunk.toString()));
    response.on('end', () =>
      answer.resolve({
        status: response.statusCode ?? 0,
        type: response.headers['content-type'] ?? '',
        body,
      }),
    );
  })
    .on('error', answer.reject)
    .end();
  return answer.promise;
}

test('known files by their address', async () => {
  const html = { status: 200, type: 'text/html; charset=utf-8', body: '<p>ä</p>' };
  expect(await ask('/')).toEqual(html);
  expect(await ask('/?a=b')).toEqual(html);
  expect(await ask('/data/demo.json')).toMatchObject({ type: 'application/json', body: '{}' });
  expect(await ask('/', { method: 'HEAD' })).toEqual({ ...html, body: '' });
});

test.each(['/other', '/../package.json', '/%2e%2e/package.json', '//data/demo.json'])(
  'a path is no file: %s',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404 });
  },
);

test('nothing is changed, and nothing is told to a foreign host', async () => {
  expect(await ask('/', { method: 'POST' })).toMatchObject({ status: 405 });
  expect(await ask('/', { host: 'attacker.example' })).toMatchObject({ status: 421 });
});

test('a port in use is named, with the remedy', async () => {
  const port = Number(new URL(served.address).port);
  await expect(serveDemo(new Map(), { ...LOOPBACK, port })).rejects.toThrow(
    `port ${port} is in use; give another one with --port`,
  );
});

describe('what the page asks for', () => {
  let asked: unknown[];
  let live: ServedDemo;
  beforeEach(async () => {
    asked = [];
    const onControl = (control: unknown) => asked.push(control);
    live = await serveDemo(new Map(), { ...LOOPBACK, onControl });
  });
  afterEach(() => live[Symbol.asyncDispose]());

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${live.address}control`, {
      method: 'POST',
      body,
      headers: {
        origin: live.address.slice(0, -1),
        'content-type': 'application/json',
        ...headers,
      },
    });

  test('is obeyed', async () => {
    expect((await post('{"network":"3g"}')).status).toBe(202);
    expect(asked).toEqual([{ network: '3g' }]);
  });

  test.each([
    ['a foreign page', '{"network":"3g"}', { origin: 'https://attacker.example' }],
    ['a form', '{"network":"3g"}', { 'content-type': 'text/plain' }],
    ['something else', '{"network":7}', {}],
    ['a file', '{"network":"/etc/passwd.json"}', {}],
    ['no JSON', 'network=3g', {}],
    ['a long text', JSON.stringify({ network: 'x'.repeat(2_000) }), {}],
  ])('is refused of %s', async (_, body, headers) => {
    expect((await post(body, headers)).status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe('what the page asks to save', () => {
  let asked: unknown[];
  let live: ServedDemo;
  beforeEach(async () => {
    asked = [];
    const onSave = async (request: unknown) => {
      asked.push(request);
      return { path: 'a', command: 'b' };
    };
    live = await serveDemo(new Map(), { ...LOOPBACK, onSave });
  });
  afterEach(() => live[Symbol.asyncDispose]());

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${live.address}save`, {
      method: 'POST',
      body,
      headers: {
        origin: live.address.slice(0, -1),
        'content-type': 'application/json',
        'user-agent': 'Chrome/156',
        ...headers,
      },
    });

  test('is passed on with the browser’s name, and answered', async () => {
    const response = await post(JSON.stringify(seen()));
    expect([response.status, await response.json()]).toEqual([200, { path: 'a', command: 'b' }]);
    expect(asked).toEqual([{ seen: seen(), browser: 'Chrome/156' }]);
  });

  test.each([
    ['a foreign page', JSON.stringify(seen()), { origin: 'https://attacker.example' }],
    ['a form', JSON.stringify(seen()), { 'content-type': 'text/plain' }],
    ['a wrong type', JSON.stringify({ ...seen(), races: 'all' }), {}],
    ['a path', JSON.stringify({ ...seen(), path: '/etc' }), {}],
    ['no JSON', 'races=1', {}],
    ['a long text', JSON.stringify({ ...seen(), x: 'x'.repeat(16 * 1024 * 1024) }), {}],
  ])('is refused of %s, in short words', async (_, body, headers) => {
    const response = await post(body, headers);
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(500);
    expect(asked).toEqual([]);
  });

  test('cannot be saved where nobody saves it', async () => {
    expect(await ask('/save', { method: 'POST' })).toMatchObject({ status: 405 });
  });
});
