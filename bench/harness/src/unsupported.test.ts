import { VARIANTS, variant } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import type { Tools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';

const COMPLETE: Tools = {
  root: '/lab',
  serverNode: { path: '/node', version: '20.20.2' },
  uws: { loads: true, version: '3.0.6' },
  chromium: { path: '/chromium', version: '156.0.0.0' },
  caddy: { path: '/caddy', version: '2.11.7', quicGo: '0.63.0' },
  certificate: { cert: '/crt', key: '/key', spki: 'AAAA' },
};

test('with everything there, every variant can run', () => {
  expect(VARIANTS.filter((candidate) => whyUnsupported(candidate, COMPLETE))).toEqual([]);
});

test('without Caddy, only the variants behind it cannot, and the reason names the remedy', () => {
  const tools = { ...COMPLETE, caddy: null };
  const cannot = VARIANTS.filter((candidate) => whyUnsupported(candidate, tools));
  expect(cannot.map(({ id }) => id)).toEqual(['caddy-http3']);
  expect(whyUnsupported(variant('caddy-http3'), tools)).toContain('./setup.sh');
});

test('where uWebSockets.js does not load, only its variants cannot, and the reason is the loader’s', () => {
  const reason = "its binary needs GLIBC_2.38, newer than this system's C library";
  const tools: Tools = { ...COMPLETE, uws: { loads: false, reason } };
  const cannot = VARIANTS.filter((candidate) => whyUnsupported(candidate, tools));
  expect(cannot.map(({ id }) => id)).toEqual(['uws-ws', 'uws-http1']);
  expect(whyUnsupported(variant('uws-ws'), tools)).toContain(reason);
});
