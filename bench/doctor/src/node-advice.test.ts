import { expect, test } from 'vitest';
import { nodeAdvice } from './node-advice.ts';

const newest = { path: '/node26', version: '26.12.1' };
const spdy = {
  path: '/node22',
  version: '22.23.3',
  loads: true,
  notNewer: 'no http_parser',
} as const;
const notNewer =
  'in Node 26.12.1 it has no binary for it; in Node 24.21.0 its binary needs GLIBC_2.38';
const uws = { path: '/node20', version: '20.20.2', loads: true, notNewer } as const;

test('names the servers on a Node without fixes, why, and what to do', () => {
  const nodes = { newest, native: { 'uWebSockets.js': uws, spdy }, missing: [] };
  expect(nodeAdvice(nodes, '2026-04-30')).toEqual([]);
  expect(nodeAdvice(nodes, '2026-11-27')).toEqual([
    expect.stringMatching(
      /^uws-ws, uws-http1 run on Node 20\.20\.2, without security fixes since 2026-04-30\. .*GLIBC_2\.38.* Remedy: use a system/,
    ),
  ]);
});

test('a newer C library helps only what lacks one', () => {
  const old = { ...spdy, path: '/node20', version: '20.20.2' };
  const nodes = { newest, native: { 'uWebSockets.js': spdy, spdy: old }, missing: [22] };
  expect(nodeAdvice(nodes, '2026-11-27')).toEqual([
    'Node 22 is not installed, so servers may run on another one; run ./setup.sh',
    expect.stringMatching(
      /^node-http2-spdy run on Node 20.*no http_parser.* Remedy: unset HOLBENCH_SERVER_NODE where it is set; else run \.\/setup\.sh/,
    ),
  ]);
});

test('one that was given is replaced by another', () => {
  const given = { path: '/node20', version: '20.20.2' };
  const native = { ...given, loads: true, notNewer: null } as const;
  const nodes = { newest: given, native: { 'uWebSockets.js': native, spdy: native }, missing: [] };
  expect(nodeAdvice(nodes, '2026-11-27')).toEqual([
    expect.stringContaining('unset HOLBENCH_SERVER_NODE'),
  ]);
});
