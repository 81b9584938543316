import { request } from 'node:http';
import { tokenCookie } from '@holbench/core/http/access';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServedFolder, serveFiles } from './serve-files.ts';

const TOKEN = 'a-token_of-20-letter';

let served: ServedFolder;
let asked: (string | undefined)[];
beforeEach(async () => {
  asked = [];
  served = await serveFiles(new Map([['index.html', 'the page']]), {
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
    handle: ({ method }) => {
      asked.push(method);
      return false;
    },
  });
});
afterEach(() => served[Symbol.asyncDispose]());

const get = (path: string, cookie?: string) =>
  fetch(new URL(path, served.address), { headers: cookie === undefined ? {} : { cookie } });

test.each([
  '/',
  '/nowhere',
  '/?token=',
  '/?token=a-token_of-20-lettex',
  `/?token=${TOKEN}x`,
  `/?token=${TOKEN}&a=b`,
  `/data?token=${TOKEN}`,
  '/?token=%',
])('%s is refused without the token', async (path) => {
  for (const cookie of [undefined, tokenCookie(`${TOKEN}x`), ';;=', TOKEN]) {
    const response = await get(path, cookie);
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toBe('Open the address with the token that was printed.\n');
  }
  expect(asked).toEqual([]);
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

test('a request without the token is refused before its body is read', async () => {
  const { hostname, port, origin } = new URL(served.address);
  const answer = Promise.withResolvers<number | undefined>();
  const headers = { origin, 'content-type': 'application/json', 'content-length': '20' };
  const sent = request({ hostname, port, path: '/choice', method: 'POST', headers });
  sent.on('response', ({ statusCode }) => answer.resolve(statusCode));
  sent.on('error', answer.reject).flushHeaders();
  expect(await answer.promise).toBe(403);
  expect(asked).toEqual([]);
  sent.destroy();
});
