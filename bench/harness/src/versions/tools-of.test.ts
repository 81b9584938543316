import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { keyOf, whyOtherVersions } from './tools-of.ts';

const asks = (variant: string, changes: object) => ({
  variant,
  factors: { ...DEFAULT_FACTORS, ...changes },
});

test('a cell asks for versions of its own programs alone', () => {
  const versions = { nodeVersion: '26.8.2', caddyVersion: '2.11.4', uwsVersion: '3.0.0' };
  expect(keyOf(asks('caddy-http3', versions))).toBe('node@26.8.2 caddy@2.11.4');
  expect(keyOf(asks('node-ws', versions))).toBe('node@26.8.2');
  expect(keyOf(asks('uws-ws', versions))).toBe('node@26.8.2 uws@3.0.0');
  expect(keyOf(asks('node-ws', {}))).toBe('');
});

test.each([
  ['node-ws', { nodeVersion: '26.8.2' }, { node: '26.8.2' }, null],
  ['node-ws', { nodeVersion: '26.8.2_b' }, { node: '26.8.2' }, null],
  ['node-ws', { nodeVersion: '26.8.2' }, { node: '26.8.1' }, 'node 26.8.1, not 26.8.2'],
  ['node-ws', { nodeVersion: '26.8.2' }, {}, 'node nothing, not 26.8.2'],
  ['envoy-http2', { envoyVersion: '1.36.2.post1' }, { envoy: '1.36.2' }, null],
  ['caddy-http3', { caddyVersion: '2.9.1' }, { caddy: '2.9.2' }, 'caddy 2.9.2, not 2.9.1'],
  [
    'uws-ws',
    { uwsVersion: '3.0.0' },
    { 'uWebSockets.js': 'uwebsockets 3.0.0, source commit b8704be92ff2' },
    null,
  ],
  [
    'uws-ws',
    { uwsVersion: '3.0.0' },
    { 'uWebSockets.js': 'uwebsockets 3.0.6' },
    'uws uwebsockets 3.0.6, not 3.0.0',
  ],
] as const)('%s with %o that states %o', (variant, changes, stated, why) => {
  const expected = why === null ? null : `the server states ${why}`;
  expect(whyOtherVersions(asks(variant, changes), stated)).toBe(expected);
});
