import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenCookie } from '@holbench/core/http/access';
import { seen } from '../fixtures/seen.ts';
import type { ServedFolder } from '@holbench/harness/web/serve-files';
import { serveDemo } from './serve-demo.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0, tls: null } as const;

let served: ServedFolder;
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

/** Asks as the demo's own page does. */
function postTo(
  { address }: ServedFolder,
  path: string,
  body: string,
  headers: Record<string, string> = {},
) {
  const own = { origin: address.slice(0, -1), 'content-type': 'application/json' };
  return fetch(`${address}${path}`, { method: 'POST', body, headers: { ...own, ...headers } });
}

describe('what the page asks for', () => {
  let asked: unknown[];
  let live: ServedFolder;
  beforeEach(async () => {
    asked = [];
    const onControl = (control: unknown) => asked.push(control);
    live = await serveDemo(new Map(), { ...LOOPBACK, onControl });
  });
  afterEach(() => live[Symbol.asyncDispose]());

  const post = (body: string, headers?: Record<string, string>) =>
    postTo(live, 'control', body, headers);

  test('is obeyed', async () => {
    expect((await post('{"network":"reference-3g"}')).status).toBe(202);
    expect(asked).toEqual([{ network: 'reference-3g' }]);
  });

  test.each([
    ['a foreign page', '{"network":"reference-3g"}', { origin: 'https://attacker.example' }],
    ['a form', '{"network":"reference-3g"}', { 'content-type': 'text/plain' }],
    ['something else', '{"network":7}', {}],
    ['a file', '{"network":"/etc/passwd.json"}', {}],
    ['no JSON', 'network=reference-3g', {}],
    ['a long text', JSON.stringify({ network: 'x'.repeat(2_000) }), {}],
  ])('is refused of %s', async (_, body, headers) => {
    expect((await post(body, headers)).status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe('with a token', () => {
  const TOKEN = 'a-token_of-20-letter';
  let live: ServedFolder;
  let asked: unknown[];
  beforeEach(async () => {
    asked = [];
    const files = new Map([['index.html', 'the page']]);
    const onControl = (control: unknown) => asked.push(control);
    live = await serveDemo(files, { ...LOOPBACK, token: TOKEN, onControl });
  });
  afterEach(() => live[Symbol.asyncDispose]());

  const get = (path: string, cookie?: string) =>
    fetch(new URL(path, live.address), { headers: cookie === undefined ? {} : { cookie } });

  test.each([
    '/',
    '/nowhere',
    '/?token=',
    '/?token=a-token_of-20-lettex',
    `/?token=${TOKEN}x`,
    `/?token=${TOKEN}&a=b`,
    `/data?token=${TOKEN}`,
    '/?token=%',
  ])('%s is refused without it', async (path) => {
    for (const cookie of [undefined, tokenCookie(`${TOKEN}x`), ';;=', TOKEN]) {
      const response = await get(path, cookie);
      expect(response.status).toBe(403);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toBe('Open the address with the token that was printed.\n');
    }
  });

  test('the address with the token gives a cookie, and leads to the one without', async () => {
    const response = await get(`/?token=${TOKEN}`);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-.*; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const leads = await response.text();
    expect(leads).toContain('<meta http-equiv="refresh" content="0;url=/">');
    expect(leads).not.toContain(TOKEN);
    const page = await get('/', cookie.split(';')[0]);
    expect(await page.text()).toBe('the page');
  });

  test('what a page asks for is refused before its body is read', async () => {
    const { hostname, port, origin } = new URL(live.address);
    const answer = Promise.withResolvers<number | undefined>();
    const headers = { origin, 'content-type': 'application/json', 'content-length': '20' };
    const sent = request({ hostname, port, path: '/control', method: 'POST', headers });
    sent.on('response', ({ statusCode }) => answer.resolve(statusCode));
    sent.on('error', answer.reject).flushHeaders();
    expect(await answer.promise).toBe(403);
    expect(asked).toEqual([]);
    sent.destroy();
  });
});

describe('what the page asks to save', () => {
  let asked: unknown[];
  let live: ServedFolder;
  beforeEach(async () => {
    asked = [];
    const onSave = async (request: unknown) => {
      asked.push(request);
      return { path: 'a', command: 'b' };
    };
    live = await serveDemo(new Map(), { ...LOOPBACK, onSave });
  });
  afterEach(() => live[Symbol.asyncDispose]());

  const post = (body: string, headers?: Record<string, string>) =>
    postTo(live, 'save', body, { 'user-agent': 'Chrome/156', ...headers });

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
    ['a long text', JSON.stringify({ ...seen(), x: 'x'.repeat(64 * 1024 * 1024) }), {}],
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
