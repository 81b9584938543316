import { expect, test } from 'vitest';
import { tokenCookie } from './access.ts';
import { gate, type RequestHead } from './gate.ts';

const HOST = '127.0.0.1:8443';
const HEAD: RequestHead = {
  method: 'GET',
  url: '/',
  cookie: undefined,
  host: HOST,
  origin: undefined,
  contentType: undefined,
};
const POST = { method: 'POST', origin: `https://${HOST}`, contentType: 'application/json' };
const TOKEN = 'a-token_of-20-letter';

test.each<Partial<RequestHead>>([
  {},
  { host: undefined },
  { host: 'localhost:8443', origin: 'https://localhost:8443' },
  { host: '[::1]:8443', origin: 'https://[::1]:8443' },
  { host: '10.2.1.1' },
  { method: 'DELETE' },
  POST,
  { ...POST, method: 'PATCH' },
  { ...POST, method: 'PUT' },
  { ...POST, method: 'PUT', contentType: 'application/octet-stream' },
])('what the page sends passes: %j', (head) => {
  expect(gate(null)({ ...HEAD, ...head })).toBeNull();
});

test.each<[number, Partial<RequestHead>]>([
  [403, { host: 'rebound.example' }],
  [403, { host: 'rebound.example:8443', origin: 'https://rebound.example:8443' }],
  [403, { host: '127.0.0.1.example:8443' }],
  [403, { host: '127.0.0.1@rebound.example' }],
  [403, { host: '' }],
  [403, { origin: 'https://other.example' }],
  [403, { origin: 'https://127.0.0.1:8444' }],
  [403, { origin: `http://${HOST}` }],
  [403, { origin: 'null' }],
  [403, { ...POST, origin: 'https://other.example' }],
  [415, { ...POST, contentType: 'text/plain' }],
  [415, { ...POST, contentType: 'application/x-www-form-urlencoded' }],
  [415, { ...POST, contentType: 'application/json, text/plain' }],
  [415, { ...POST, contentType: undefined }],
  [415, { ...POST, contentType: 'application/octet-stream' }],
  [415, { ...POST, method: 'PUT', contentType: 'multipart/form-data' }],
])('what a page of another site could send is refused by %d: %j', (status, head) => {
  expect(gate(null)({ ...HEAD, ...head })?.status).toBe(status);
});

test('without the token nothing passes, with it any name of the server is right', () => {
  const head = { ...HEAD, host: 'lab.example' };
  expect(gate(TOKEN)(HEAD)?.status).toBe(403);
  expect(gate(TOKEN)({ ...head, cookie: tokenCookie(TOKEN) })).toBeNull();
  expect(gate(TOKEN)({ ...head, url: `/?token=${TOKEN}` })).toMatchObject({
    status: 200,
    headers: { 'set-cookie': expect.stringContaining(TOKEN) },
  });
  expect(gate(TOKEN)({ ...head, url: `/?token=${TOKEN}x` })?.status).toBe(403);
  expect(gate(TOKEN)({ ...head, method: 'POST', url: `/?token=${TOKEN}` })?.status).toBe(403);
  const foreign = { ...head, cookie: tokenCookie(TOKEN), origin: 'https://other.example' };
  expect(gate(TOKEN)(foreign)?.status).toBe(403);
});
