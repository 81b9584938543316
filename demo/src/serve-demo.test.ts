import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServedFolder } from '@holbench/harness/web/serve-files';
import { serveDemo } from './serve-demo.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0 } as const;

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
  let watched: ServedFolder;
  beforeEach(async () => {
    asked = [];
    const onChoice = (choice: unknown) => asked.push(choice);
    const networks = ['reference-3g', './mine.json'];
    watched = await serveDemo(new Map(), { ...LOOPBACK, asked: { networks, onChoice } });
  });
  afterEach(() => watched[Symbol.asyncDispose]());

  const post = (body: string, headers?: Record<string, string>) =>
    postTo(watched, 'choice', body, headers);
  const CHOICE = '{"network":"reference-3g","direction":"upload"}';

  test('is obeyed', async () => {
    expect((await post(CHOICE)).status).toBe(202);
    expect(asked).toEqual([{ network: 'reference-3g', direction: 'upload' }]);
  });

  test('is obeyed under the machine’s other name, and of the network it began with', async () => {
    const address = watched.address.replace('127.0.0.1', 'localhost');
    const body = '{"network":"./mine.json","direction":"upload"}';
    expect((await postTo({ ...watched, address }, 'choice', body)).status).toBe(202);
  });

  test.each([
    ['a foreign page', CHOICE, { origin: 'https://attacker.example' }],
    ['a form', CHOICE, { 'content-type': 'text/plain' }],
    ['something else', '{"network":7}', {}],
    ['a file', '{"network":"/etc/passwd.json","direction":"upload"}', {}],
    ['no JSON', 'network=reference-3g', {}],
    ['a long text', CHOICE.padEnd(2_000), {}],
  ])('is refused of %s', async (_, body, headers) => {
    expect((await post(body, headers)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test('is nothing where a run is only played', async () => {
    expect((await postTo(served, 'choice', CHOICE)).status).toBe(405);
  });
});
