import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VARIANTS } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import type { Tools } from './tools.ts';
import { missingPrerequisite, whyUnsupported } from './unsupported.ts';

const COMPLETE: Tools = {
  root: '/lab',
  serverNodes: {
    newest: { path: '/node26', version: '26.12.1' },
    native: {
      'uWebSockets.js': { loads: true, path: '/node20', version: '20.20.2', notNewer: 'too old' },
      spdy: { loads: true, path: '/node22', version: '22.23.3', notNewer: 'no http_parser' },
    },
    missing: [],
  },
  chromium: { path: '/chromium', version: '156.0.0.0' },
  proxies: {
    caddy: { path: '/caddy', versions: { caddy: '2.11.7' } },
    envoy: { path: '/envoy', versions: { envoy: '1.40.0' } },
    nginx: { path: '/nginx', versions: { nginx: '1.22.1' } },
    gateway: { path: '/gateway', versions: { 'web-transport-quinn': '0.13.5', quinn: '0.11.12' } },
  },
  certificate: { cert: '/crt', key: '/key', spki: 'AAAA' },
};

/** Why each variant that cannot run cannot. */
function reasons(tools: Tools): Map<string, string> {
  return new Map(
    VARIANTS.flatMap((variant) => {
      const reason = whyUnsupported(variant, tools);
      return reason === null ? [] : [[variant.id, reason] as const];
    }),
  );
}

test('with everything there, every variant can run', () => {
  expect(reasons(COMPLETE)).toEqual(new Map());
});

test.each(['caddy', 'envoy', 'nginx', 'gateway'] as const)(
  'without %s, only the variants behind it cannot, and the reason names the remedy',
  (kind) => {
    const cannot = reasons({ ...COMPLETE, proxies: { ...COMPLETE.proxies, [kind]: null } });
    const behind = VARIANTS.filter(({ proxy }) => proxy?.kind === kind);
    expect([...cannot.keys()]).toEqual(behind.map(({ id }) => id));
    for (const reason of cannot.values()) expect(reason).toContain('./setup.sh');
  },
);

test.each([
  ['uWebSockets.js', ['uws-ws', 'uws-http1']],
  ['spdy', ['node-http2-spdy']],
])(
  'where %s loads in no Node, only %j cannot run, and the reason names the remedy',
  (name, ids) => {
    const without = {
      loads: false,
      reason: 'in Node 26.12.1 no binary',
      remedy: 'unset it',
    } as const;
    const native = { ...COMPLETE.serverNodes.native, [name]: without };
    const serverNodes = { ...COMPLETE.serverNodes, native };
    const cannot = reasons({ ...COMPLETE, serverNodes });
    expect([...cannot.keys()]).toEqual(ids);
    for (const each of cannot.values()) {
      expect(each).toBe(`${name} loads in no Node here (in Node 26.12.1 no binary): unset it`);
    }
  },
);

test('names the first prerequisite that is missing, and its remedy', async () => {
  const root = await mkdtemp(join(tmpdir(), 'holbench-prerequisites-'));
  const tools = { ...COMPLETE, root };
  expect(await missingPrerequisite({ ...tools, chromium: null })).toContain('HOLBENCH_CHROMIUM');
  expect(await missingPrerequisite({ ...tools, certificate: null })).toContain('./setup.sh');
  expect(await missingPrerequisite(tools)).toContain('pnpm build');
  await mkdir(join(root, 'client/dist'), { recursive: true });
  await writeFile(join(root, 'client/dist/index.html'), '');
  // Built by an older version.
  expect(await missingPrerequisite(tools)).toMatch(/Artillery’s users are.*pnpm build/);
  await mkdir(join(root, 'bench/artillery/dist'), { recursive: true });
  await writeFile(join(root, 'bench/artillery/dist/processor.mjs'), '');
  expect(await missingPrerequisite(tools)).toBeNull();
  await rm(root, { recursive: true });
});
