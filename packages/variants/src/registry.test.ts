import { expect, test } from 'vitest';
import {
  KNOWN_VARIANTS,
  OWN_VARIANTS,
  VARIANT_SETS,
  VARIANTS,
  variant,
  variantIds,
} from './registry.ts';

test.each(['id', 'code', 'title', 'port', 'colour'] as const)(
  'every variant has its own %s',
  (key) => {
    expect(new Set(KNOWN_VARIANTS.map((entry) => entry[key])).size).toBe(KNOWN_VARIANTS.length);
  },
);

test('is found by its id', () => {
  for (const id of variantIds()) expect(variant(id).id).toBe(id);
});

test('a server of one’s own is found, and is in no list that runs unasked', () => {
  const own = OWN_VARIANTS.map(({ id }) => id);
  for (const id of own) expect(variant(id)).toMatchObject({ group: 'own', server: null });
  const unasked = [...variantIds(), ...Object.values(VARIANT_SETS).flat()];
  expect(unasked.filter((id) => own.includes(id))).toEqual([]);
});

test('an unknown id is an error that lists the known ones', () => {
  expect(() => variant('node-http9')).toThrow(
    `unknown variant "node-http9"; known: ${variantIds().join(', ')}`,
  );
});

test('WebSocket and WebTransport are driven by their own transport, all others by HTTP', () => {
  for (const { transport, protocol } of VARIANTS) {
    expect(transport).toBe(
      protocol === 'websocket' || protocol === 'webtransport' ? protocol : 'http',
    );
  }
});

test('a proxy speaks to clients what the variant must prove; none opens a WebSocket over HTTP/3', () => {
  for (const { protocol, proxy } of VARIANTS) {
    if (!proxy) continue;
    if (protocol === 'websocket') expect(proxy.protocol).not.toBe('h3');
    else expect(proxy.protocol).toBe(protocol === 'webtransport' ? 'http/1.1' : protocol);
  }
});
