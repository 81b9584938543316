import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN_COOKIE, TOKEN_VARIABLE } from '@holbench/core/http/access';
import { makeCertificate } from '@holbench/harness/certificate';
import { findTools } from '@holbench/harness/tools';
import { LOCALHOST } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { variant as variantOf } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configure } from '../configure.ts';
import { planCells } from '../plan.ts';
import { artilleryOptions, artilleryProgram, SCRIPT_FOLDER } from './artillery.ts';

const TOKEN = 'a-token-of-a-test-0123456789';
const found = await findTools();
const whyNot = found.chromium && found.certificate ? '' : ' (skipped: no Chromium or certificate)';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-artillery-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** One user of Artillery opens the page of a server. @returns the tokens that the server got. */
async function tokensGot(trusts: 'this server' | 'another'): Promise<Set<string>> {
  const certificate = await makeCertificate(folder);
  const [cert, key] = await Promise.all([readFile(certificate.cert), readFile(certificate.key)]);
  const got = new Set<string>();
  const server = createServer({ cert, key }, ({ headers: { cookie = '' } }, response) => {
    const [, token] = new RegExp(`${TOKEN_COOKIE}=([^;]*)`).exec(cookie) ?? [];
    if (token !== undefined) got.add(token);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const tools = trusts === 'another' ? found : { ...found, certificate };
  const choice = { variants: ['node-ws'], scenarios: ['1b'], kinds: ['text'] as const, users: 1 };
  const [planned] = planCells(configure('smoke', choice));
  if (!planned) throw new Error('no cell was planned');
  const cell = {
    cell: planned,
    scenario: planned.scenario,
    variant: variantOf(planned.variant),
    origin: `https://127.0.0.1:${port}`,
    client: LOCALHOST,
    logFolder: folder,
    timeoutMs: 5_000,
  };
  const options = await artilleryOptions(cell, 'load', tools);
  await using artillery = await ManagedProcess.start({
    name: 'Artillery',
    command: process.execPath,
    args: [artilleryProgram(tools), 'run', ...options],
    cwd: join(tools.root, SCRIPT_FOLDER),
    logPath: join(folder, 'artillery.log'),
    env: {
      ...process.env,
      [TOKEN_VARIABLE]: TOKEN,
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      HOLBENCH_SCENARIO: '1b',
      HOLBENCH_TIMEOUT_MS: '5000',
      WORKERS: '1',
    },
  });
  await artillery.ended;
  expect(artillery.log.lines().join('\n')).toMatch(/vusers\.failed: .*1/);
  server.close();
  server.closeAllConnections();
  return got;
}

test.skipIf(whyNot !== '')(
  `a page gives its token to the server whose key is given${whyNot}`,
  { timeout: 120_000 },
  async () => {
    expect(await tokensGot('this server')).toEqual(new Set([TOKEN]));
  },
);

test.skipIf(whyNot !== '')(
  `a page gives its token to no other server${whyNot}`,
  { timeout: 120_000 },
  async () => {
    expect(await tokensGot('another')).toEqual(new Set());
  },
);
