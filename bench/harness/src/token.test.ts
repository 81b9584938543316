import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenCookie } from '@holbench/core/http/access';
import { HEALTH_PATH, WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { VARIANTS } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startVariant } from './start-variant.ts';
import { findTools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';

const TOKEN = 'a-token_of-20-letter';
const tools = await findTools();
/** Those that Node's clients can ask. The demo's tests ask HTTP/3 in a browser. */
const asked = VARIANTS.filter(
  (each) =>
    whyUnsupported(each, tools) === null &&
    each.protocol !== 'h3' &&
    each.transport !== 'webtransport',
);
const REFUSED = [undefined, tokenCookie(`${TOKEN}x`), `a=b;;=; ${TOKEN}`];

let logFolder: string;
beforeEach(async () => {
  logFolder = await mkdtemp(join(tmpdir(), 'holbench-token-'));
});
afterEach(() => rm(logFolder, { recursive: true }));

interface Asked {
  readonly method?: string;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the status. A request that is no GET announces a body that never comes. */
function overHttp1(origin: string, path: string, asking: Asked): Promise<number> {
  const { method = 'GET', cookie, headers } = asking;
  const body = method === 'GET' ? {} : { 'content-length': '100' };
  const answer = Promise.withResolvers<number>();
  const sent = request(new URL(path, origin), {
    method,
    headers: { ...(cookie !== undefined && { cookie }), ...body, ...headers },
    agent: false,
    rejectUnauthorized: false,
  });
  sent.on('response', ({ statusCode }) => answer.resolve(statusCode ?? 0));
  sent.on('upgrade', (_response, socket) => {
    socket.destroy();
    answer.resolve(101);
  });
  sent.on('error', answer.reject);
  if (method === 'GET') sent.end();
  else sent.flushHeaders();
  return answer.promise.finally(() => sent.destroy());
}

async function overHttp2(origin: string, path: string, asking: Asked): Promise<number> {
  const { method = 'GET', cookie } = asking;
  const session = connect(origin, { rejectUnauthorized: false });
  const head = { ':path': path, ':method': method, ...(cookie !== undefined && { cookie }) };
  const answer = Promise.withResolvers<number>();
  const sent = session.request(head, { endStream: method === 'GET' });
  sent.on('response', ({ ':status': status }) => answer.resolve(status ?? 0));
  for (const each of [session, sent]) each.on('error', answer.reject);
  return answer.promise.finally(() => session.destroy());
}

test.each(asked)('$id answers a request only with its token', async (tested) => {
  await using running = await startVariant(tested, {
    tools,
    fileBytes: 100 * 1024,
    logFolder,
    token: TOKEN,
  });
  const { origin } = running;
  const isHttp2 = (tested.proxy?.protocol ?? tested.protocol) === 'h2';
  const ask = isHttp2 ? overHttp2 : overHttp1;
  const requests = ['/', HEALTH_PATH, '/covalues', '/nowhere'].map((path) => ({
    path,
    method: 'GET',
  }));
  for (const cookie of REFUSED) {
    for (const { path, method } of [...requests, { path: '/covalues', method: 'POST' }]) {
      expect(await ask(origin, path, { method, cookie }), `${method} ${path}`).toBe(403);
    }
  }
  const cookie = tokenCookie(TOKEN);
  for (const path of ['/', HEALTH_PATH]) {
    expect(await ask(origin, path, { cookie }), path).toBe(200);
  }
  if (tested.transport !== 'websocket' || isHttp2) return;
  const headers = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-protocol': WEBSOCKET_SUBPROTOCOL,
  };
  for (const wrong of REFUSED) {
    expect(await ask(origin, WEBSOCKET_PATH, { cookie: wrong, headers })).toBe(403);
  }
  expect(await ask(origin, WEBSOCKET_PATH, { cookie, headers })).toBe(101);
});

test.runIf(process.platform === 'linux')('no command line shows the token', async () => {
  const [tested] = asked;
  if (!tested) return;
  await using running = await startVariant(tested, {
    tools,
    fileBytes: 100 * 1024,
    logFolder,
    token: TOKEN,
  });
  for (const { pid } of running.processes) {
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(TOKEN);
  }
});
