import { expect, test } from 'vitest';
import { nodeSupportAdvice } from './node-support.ts';

const tools = (version: string, notNewer: string | null) => ({
  serverNode: { path: '/usr/bin/node', version },
  uws: { loads: true, version: 'uwebsockets 3.0.6', notNewer } as const,
});

test('a line is supported up to its last day, and doctor says so from the next on', () => {
  const old = tools('20.20.2', 'in Node 24.21.0 its binary needs GLIBC_2.38');
  expect(nodeSupportAdvice(old, '2026-04-30')).toEqual([]);
  expect(nodeSupportAdvice(old, '2026-05-01')).toEqual([
    expect.stringMatching(
      /^the servers run on Node 20\.20\.2, without security fixes since 2026-04-30: .*GLIBC_2\.38.*; use a system/,
    ),
  ]);
});

test('one that was given is replaced by another; a supported or unknown one says nothing', () => {
  expect(nodeSupportAdvice(tools('18.20.8', null), '2026-11-25')).toEqual([
    expect.stringContaining('set HOLBENCH_SERVER_NODE to a newer one'),
  ]);
  expect(nodeSupportAdvice(tools('24.21.0', null), '2026-11-25')).toEqual([]);
  expect(nodeSupportAdvice(tools('99.0.0', null), '2026-11-25')).toEqual([]);
});
