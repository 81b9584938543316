import { expect, test } from 'vitest';
import { nodeAdvice } from './node-advice.ts';

const NEWEST = { path: '/node26', version: '26.12.1' };
const notNewer = 'in Node 26.12.1 its binary needs GLIBC_2.38';

test('names the servers on a Node without fixes, why, and what to do', () => {
  const uws = { path: '/node20', version: '20.20.2', loads: true, notNewer } as const;
  const spdy = { path: '/node22', version: '22.23.3', loads: true, notNewer } as const;
  const nodes = { any: NEWEST, 'uWebSockets.js': uws, spdy };
  expect(nodeAdvice(nodes, '2026-04-30')).toEqual([]);
  expect(nodeAdvice(nodes, '2026-11-27')).toEqual([
    expect.stringMatching(
      /^Node 20\.20\.2 has had no security fixes since 2026-04-30, and uws-ws, uws-http1 run on it: .*GLIBC_2\.38.*; use a system/,
    ),
  ]);
});

test('one that was given is replaced by another', () => {
  const given = { path: '/node20', version: '20.20.2' };
  const native = { ...given, loads: true, notNewer: null } as const;
  const nodes = { any: given, 'uWebSockets.js': native, spdy: native };
  expect(nodeAdvice(nodes, '2026-11-27')).toEqual([
    expect.stringContaining('set HOLBENCH_SERVER_NODE to a newer one'),
  ]);
});
