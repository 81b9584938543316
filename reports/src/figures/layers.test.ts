import { VARIANTS } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { layersOf, matrixOf, programsOf } from './layers.ts';

const shown = (ids?: readonly string[]) => {
  const variants = VARIANTS.filter(({ id }) => ids?.includes(id) ?? true);
  const layers = layersOf(variants.map((variant) => ({ variant, arm: '' })));
  return Object.fromEntries(
    layers.map(({ id, families }) => [
      id,
      families.map(
        ({ title, rows }) => `${title}: ${rows.map(({ variant }) => variant.id).join(' ')}`,
      ),
    ]),
  );
};

test('all variants have groups that differ in one layer, HTTP/2 and what has no proxy first', () => {
  expect(shown()).toEqual({
    protocol: [
      'behind Caddy: caddy-http2 caddy-http3 caddy-http1 caddy-ws caddy-ws-http2',
      'behind Envoy: envoy-http2 envoy-http3 envoy-http1 envoy-ws',
      'behind nginx: nginx-http2 nginx-http1 nginx-ws',
    ],
    implementation: [
      'WebSocket without a proxy: node-ws uws-ws',
      'HTTP/1.1 without a proxy: node-http1 uws-http1',
      'HTTP/2 without a proxy: node-http2 node-http2-spdy',
      'HTTP/3 behind a proxy: caddy-http3 envoy-http3',
      'HTTP/2 behind a proxy: caddy-http2 envoy-http2 nginx-http2',
      'HTTP/1.1 behind a proxy: caddy-http1 envoy-http1 nginx-http1',
      'WebSocket behind a proxy: caddy-ws envoy-ws nginx-ws',
    ],
    hop: [
      'node/ws, over WebSocket: node-ws caddy-ws envoy-ws nginx-ws',
      'node/http1, over HTTP/1.1: node-http1 caddy-http1 envoy-http1 nginx-http1',
    ],
  });
});

test('variants with nothing to be compared with have no layer', () => {
  expect(shown(['node-http2', 'caddy-http3'])).toEqual({});
});

test('every variant has one place by its protocol and its program', () => {
  const rows = VARIANTS.map((variant) => ({ variant, arm: '' }));
  const programs = programsOf(rows);
  expect(programs.map(({ id }) => id)).toEqual([
    'node',
    'spdy',
    'uws',
    'caddy',
    'envoy',
    'nginx',
    'gateway',
  ]);
  const matrix = matrixOf(rows, programs);
  expect(
    matrix.map((line) => [line.protocol, ...line.rows.map((row) => row?.variant.id ?? '')]),
  ).toEqual([
    [
      'HTTP/2',
      'node-http2',
      'node-http2-spdy',
      '',
      'caddy-http2',
      'envoy-http2',
      'nginx-http2',
      '',
    ],
    ['HTTP/3', '', '', '', 'caddy-http3', 'envoy-http3', '', ''],
    ['HTTP/1.1', 'node-http1', '', 'uws-http1', 'caddy-http1', 'envoy-http1', 'nginx-http1', ''],
    ['WebSocket', 'node-ws', '', 'uws-ws', 'caddy-ws', 'envoy-ws', 'nginx-ws', ''],
    ['WebSocket over HTTP/2', '', '', '', 'caddy-ws-http2', '', '', ''],
    ['WebTransport', '', '', '', '', '', '', 'node-webtransport'],
  ]);
  const placed = matrix.flatMap((line) => line.rows.flatMap((row) => row?.variant.id ?? []));
  expect(placed.toSorted()).toEqual(VARIANTS.map(({ id }) => id).toSorted());
});
