import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDataset } from '@holbench/dataset/generate';
import { originOf, startServer } from '@holbench/example-hocuspocus/adapter';
import type { Engine } from '@holbench/example-hocuspocus/engine';
import { HocuspocusEngine } from '@holbench/example-hocuspocus/hocuspocus';
import { startVariant } from '@holbench/harness/start-variant';
import { findTools } from '@holbench/harness/tools';
import { missingPrerequisite } from '@holbench/harness/unsupported';
import { readRun } from '@holbench/results/run-reader';
import { assertFulfils } from '@holbench/target/check/assert-fulfils';
import { type Checked, checkServer } from '@holbench/target/check/check-server';
import { Target } from '@holbench/target/target';
import { OWN_VARIANTS, variant } from '@holbench/variants/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MIB = 1024 * 1024;
const LIMIT_MS = 120_000;
const tools = await findTools();
const missing = await missingPrerequisite(tools);

let root: string;
let engine: Engine;
let tls: { cert: Buffer; key: Buffer };
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-own-'));
  engine = await HocuspocusEngine.from([await ensureDataset(root, MIB)]);
  const { cert = '', key = '' } = tools.certificate ?? {};
  tls = { cert: await readFile(cert), key: await readFile(key) };
});
afterAll(() => rm(root, { recursive: true }));

const serve = (served: Engine): Promise<Server> =>
  startServer(served, { host: '127.0.0.1', port: 0, tls, page: join(tools.root, 'client/dist') });

async function check(
  origin: string,
  variants = OWN_VARIANTS.map(({ id }) => id),
): Promise<readonly Checked[]> {
  const overQuic = variants.includes('caddy-http3');
  const trustedKey = tools.certificate?.spki ?? null;
  const reached = { origin, token: undefined, trustedKey, overQuic };
  const files = [{ bytes: MIB, count: 10 }];
  return (await checkServer({ reached, tools, variants, texts: 100, files })).rules;
}

const idsOf = (rules: readonly Checked[], status: Checked['status']): string[] =>
  rules.flatMap((each) => (each.status === status ? each.rule : []));

async function run(...args: string[]): Promise<string> {
  const [program = '', ...rest] = args;
  const running = promisify(execFile)(process.execPath, [join(tools.root, program), ...rest]);
  const { stdout, stderr } = await running.catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  return stdout + stderr;
}

test.skipIf(missing !== null)(
  'a sync engine behind the adapter keeps every rule, and is measured under its own name',
  async () => {
    await using server = await serve(engine);
    const rules = await check(originOf(server));
    expect(rules.filter(({ status }) => status !== 'ok')).toEqual([]);
    const out = join(root, 'run');
    const target = ['--target', originOf(server), '--variants', 'own-ws', '--out', out];
    const cell = ['--preset', 'smoke', '--scenarios', 'download,3e', '--file-size', '1MiB'];
    const printed = await run('bench/runner/src/main.ts', ...target, ...cell, '--kinds', 'text');
    expect(printed).toContain('1 ok, 0 invalid, 0 failed, 1 unsupported');
    const { manifest, cells } = await readRun(out);
    expect(manifest.versions.servers?.['own-ws']).toMatchObject(engine.versions);
    const [ok] = cells.filter(({ cell: { status } }) => status === 'ok');
    expect(ok?.cell.protocol.client).toEqual({ websocket: ok?.samples.length });
    expect(ok?.samples.filter(({ label }) => label.endsWith('-event'))).toEqual([]);
    const [other] = cells.filter(({ cell: { status } }) => status === 'unsupported');
    expect(other?.cell.reasons[0]).toMatch(/3e needs more than the contract/);
    const none = ['--target', originOf(server), '--variants', 'own-ws', '--scenarios', '3e'];
    expect(await run('bench/runner/src/main.ts', ...none)).toMatch(
      /\nholbench: a server of your own is measured by --scenarios 1a,download,upload,connect alone\n$/,
    );
  },
  LIMIT_MS,
);

test.skipIf(missing !== null)(
  'a broken adapter: the check names the rules that it breaks',
  async () => {
    const [first] = engine.list();
    await using server = await serve({
      versions: engine.versions,
      list: () => engine.list(),
      load: () => engine.load(first?.id ?? ''),
      file: (id) => {
        const stored = engine.file(id);
        return stored && { ...stored, chunks: () => [...stored.chunks()].toReversed() };
      },
      create: () => Promise.reject(new Error('read-only')),
    });
    const rules = await check(originOf(server));
    expect(idsOf(rules, 'failed')).toEqual(['load', 'load file', 'create']);
    expect(idsOf(rules, 'not checked')).toEqual([]);
    expect(rules.find(({ rule }) => rule === 'load file')?.came).toContain('the content hash is');
  },
  LIMIT_MS,
);

test.skipIf(missing !== null)(
  'another protocol version ends the check, and a bench: nothing after it can be judged',
  async () => {
    const health = { status: 'ok', variant: 'own-ws', protocolVersion: 2, versions: {} };
    await using server = createServer(tls, (_, response) => response.end(JSON.stringify(health)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const rules = await check(originOf(server));
    expect(rules.slice(0, 2).map(({ status }) => status)).toEqual(['ok', 'failed']);
    expect(rules[1]).toMatchObject({ rule: 'protocol version', came: '2' });
    expect(idsOf(rules, 'not checked')).toHaveLength(rules.length - 2);
    const ownKey = tools.certificate?.spki;
    await using target = await Target.open({ origin: originOf(server), ownKey, isOwn: true });
    const texts = { uploads: false, downloads: false, texts: 10, files: [] };
    await expect(assertFulfils(target, variant('own-ws'), tools, texts)).rejects.toThrow(
      /^own-ws at https:\/\/127\.0\.0\.1:\d+ breaks the rule "protocol version": expected \d+, .*; came: 2\. pnpm check-server/,
    );
  },
  LIMIT_MS,
);

test.skipIf(missing !== null).each(['node-http2', 'caddy-http3'])(
  'the lab’s own %s keeps the rules of HTTP',
  { timeout: LIMIT_MS },
  async (id) => {
    await using running = await startVariant(variant(id), {
      tools,
      fileBytes: MIB,
      logFolder: root,
    });
    const rules = await check(running.origin, [id]);
    expect(rules.filter(({ status }) => status !== 'ok')).toEqual([]);
  },
);

test.skipIf(missing !== null)(
  'a server of the lab that nobody helps is not measured with files of another size',
  { timeout: LIMIT_MS },
  async () => {
    const options = { tools, fileBytes: MIB / 2, logFolder: root };
    await using running = await startVariant(variant('node-http2'), options);
    const target = ['--target', running.origin, '--variants', 'node-http2', '--preset', 'smoke'];
    const bench = (...args: readonly string[]) =>
      run('bench/runner/src/main.ts', ...target, ...args);

    const out = join(root, 'left-out');
    const printed = await bench('--scenarios', '1a,download', '--out', out);
    expect(printed).toContain(`the target has files: 100 of 512 KiB
left out: download needs 1 of 8 MiB: pnpm serve node-http2 --file-size 8MiB
left out: 1a (binary) needs 10 of 1 MiB: pnpm serve node-http2 --file-size 1MiB
`);
    expect(printed).toContain('1 ok, 0 invalid, 0 failed, 2 unsupported');
    const { cells } = await readRun(out);
    const reasons = cells.map(({ cell }) => [cell.scenario, cell.kind, ...cell.reasons].join(' '));
    expect(reasons.toSorted()).toEqual([
      '1a binary the target lacks files of 1 MiB: 10 needed',
      '1a text',
      'download text the target lacks files of 8 MiB: 1 needed',
    ]);

    expect(await bench('--scenarios', 'download')).toMatch(
      /^holbench: the target has files: 100 of 512 KiB; download needs 1 of 8 MiB: pnpm serve node-http2 --file-size 8MiB$/m,
    );
  },
);

test.skipIf(missing !== null)('a server that is down is one line with the remedy', async () => {
  const printed = await run('bench/target/src/check/main.ts', 'https://127.0.0.1:9');
  expect(printed).toMatch(/^holbench: nobody answers at 127\.0\.0\.1:9 .*your own server.*\n$/);
});
