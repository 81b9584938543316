import { expect, test } from 'vitest';
import { serverProtocol, VARIANTS, variant, variantIds } from './registry.ts';

test.each(['id', 'code', 'title', 'port', 'colour'] as const)(
  'every variant has its own %s',
  (key) => {
    expect(new Set(VARIANTS.map((entry) => entry[key])).size).toBe(VARIANTS.length);
  },
);

test('is found by its id', () => {
  for (const id of variantIds()) expect(variant(id).id).toBe(id);
});

test('an unknown id is an error that lists the known ones', () => {
  expect(() => variant('node-http9')).toThrow(
    `unknown variant "node-http9"; known: ${variantIds().join(', ')}`,
  );
});

test('a WebSocket variant is driven by the WebSocket transport, all others by HTTP', () => {
  for (const { transport, protocol } of VARIANTS) {
    expect(transport === 'websocket').toBe(protocol === 'websocket');
  }
});

test('a proxy speaks to clients what the variant must prove; a WebSocket is opened over HTTP/1.1', () => {
  for (const { protocol, proxy } of VARIANTS) {
    if (proxy) expect(proxy.protocol).toBe(protocol === 'websocket' ? 'http/1.1' : protocol);
  }
});

test('the server names protocols in its own way', () => {
  expect(variantIds('default').map((id) => serverProtocol(variant(id)))).toEqual([
    'websocket',
    'HTTP/1.1',
    'HTTP/2.0',
    'websocket',
    'HTTP/1.1',
    'HTTP/3.0',
  ]);
});
