import { variant } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { congestionControlOf } from './congestion-control.ts';
import { DEFAULT_FACTORS } from './values.ts';

test.each([
  ['node-ws', {}, 'cubic'],
  ['caddy-http2', { congestionControl: 'reno' }, 'reno'],
  ['caddy-http3', { congestionControl: 'bbr', quicCongestionControl: 'cubic' }, 'reno'],
  ['envoy-http3', {}, 'bbr'],
  ['envoy-http3', { quicCongestionControl: 'cubic' }, 'cubic'],
] as const)('%s with %o sends by %s', (id, changes, expected) => {
  const factors = { ...DEFAULT_FACTORS, ...changes };
  expect(congestionControlOf(variant(id), factors)).toBe(expected);
});
