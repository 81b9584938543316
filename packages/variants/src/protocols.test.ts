import { expect, test } from 'vitest';
import { serverProtocol } from './protocols.ts';
import { variant, variantIds } from './registry.ts';

test('the server names protocols in its own way', () => {
  expect(variantIds('default').map((id) => serverProtocol(variant(id)))).toEqual([
    'websocket',
    'HTTP/1.1',
    'HTTP/2.0',
    'websocket',
    'HTTP/1.1',
    'HTTP/3.0',
  ]);
  expect(serverProtocol(variant('caddy-ws'))).toBe('websocket');
  expect(serverProtocol(variant('caddy-ws-http2'))).toBe('websocket over HTTP/2.0');
});
