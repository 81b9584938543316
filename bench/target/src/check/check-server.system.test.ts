import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { missingPrerequisite } from '@holbench/harness/unsupported';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import { beforeAll, expect, test } from 'vitest';
import { type Checked, checkServer } from './check-server.ts';

const tools = await findTools();
const missing = await missingPrerequisite(tools);
const skipped = missing === null ? '' : ` (skipped: ${missing})`;

let tls: { readonly cert: Buffer; readonly key: Buffer };
let index: string;
beforeAll(async () => {
  const { cert = '', key = '' } = tools.certificate ?? {};
  tls = { cert: await readFile(cert), key: await readFile(key) };
  index = await readFile(join(tools.root, 'client/dist/index.html'), 'utf8');
});

const HEALTH = JSON.stringify({
  status: 'ok',
  variant: 'own-ws',
  protocolVersion: PROTOCOL_VERSION,
  versions: { engine: '1' },
});

async function check(listener: RequestListener): Promise<readonly Checked[]> {
  await using server = createServer(tls, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const trustedKey = tools.certificate?.spki ?? null;
  const reached = { origin: `https://127.0.0.1:${port}`, token: undefined, trustedKey };
  const { rules } = await checkServer({
    reached: { ...reached, overQuic: false },
    tools,
    variants: ['own-ws'],
    texts: 1,
    files: [],
    ruleMs: 10_000,
  });
  return rules.filter(({ status }) => status !== 'ok');
}

/** The lab's page, with another program. */
const serving =
  (program: string): RequestListener =>
  ({ url = '' }, response) => {
    if (url.startsWith('/healthz')) return response.end(HEALTH);
    const [type, body] = url.endsWith('.js') ? ['text/javascript', program] : ['text/html', index];
    const isolated = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    };
    return response.writeHead(200, { 'content-type': type, ...isolated }).end(body);
  };

const answering = (list: string): string =>
  `window.holbench = { ready: null, transport: async () => ({ list: async () => ({ value: ${list} }) }) }`;

test.skipIf(missing !== null).each([
  {
    what: 'a page that never answers ends the check',
    program: 'window.holbench = { ready: new Promise(() => {}) }',
    rule: 'list',
    came: 'the page did not answer within 10 s',
    rest: 'not checked',
  },
  {
    what: 'a page that hangs later on does, too',
    program: `${answering('[{}]')}; Object.defineProperty(window, 'crossOriginIsolated', { get: () => { for (;;); } })`,
    rule: 'clock',
    came: 'the page did not answer within 10 s',
    rest: 'not checked',
  },
  {
    what: 'a list that nobody can hold stays in the page',
    program: answering('Array(3e6).fill({})'),
    rule: 'list',
    came: '3000000 CoValues, and at most 20000 can be used',
    rest: 'not checked',
  },
  {
    what: 'the words of a server are a line of limited length',
    program: `window.holbench = { ready: null, transport: async () => { throw new Error('\\u001b[2J\\u009b1' + 'x'.repeat(1e6)) } }`,
    rule: 'list',
    came: ` [2J 1${'x'.repeat(494)}`,
    rest: 'not checked',
  },
])(`$what${skipped}`, { timeout: 120_000 }, async ({ program, rule, came, rest }) => {
  const [first, ...others] = await check(serving(program));
  expect(first).toMatchObject({ rule, status: 'failed', came });
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([rest]));
});

test.skipIf(missing !== null)(
  `versions are lines that a report and a terminal can show${skipped}`,
  { timeout: 120_000 },
  async () => {
    const versions = { engine: '1\u001b[2J' };
    const [first] = await check((_request, response) => {
      response.end(JSON.stringify({ ...JSON.parse(HEALTH), versions }));
    });
    const came = 'engine: names and versions have no control characters';
    expect(first).toMatchObject({ rule: 'health', came });
  },
);

test.skipIf(missing !== null)(
  `another server is not taken for the one that was named${skipped}`,
  { timeout: 120_000 },
  async () => {
    await using other = createServer(tls, (_request, response) => response.end(HEALTH));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const address = other.address();
    const location = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/healthz`;
    const [first] = await check((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    expect(first).toMatchObject({ rule: 'health', came: `a redirect to ${location}` });
  },
);
