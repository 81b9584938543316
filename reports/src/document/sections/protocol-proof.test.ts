import type { Cell } from '@holbench/results/cell';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf } from '../../../fixtures/made-cells.ts';
import { protocolProofs } from './protocol-proof.ts';

function verdict(variant: string, ...protocols: Pick<Cell['protocol'], 'client' | 'server'>[]) {
  const cells = protocols.map((protocol, round) => {
    const made = cellOf({ variant, network: 'reference-4g', round, scenario: '1a' }, []);
    return { ...made, cell: { ...made.cell, protocol: { ...made.cell.protocol, ...protocol } } };
  });
  const data = dataOf([networkOf('reference-4g', {})], cells);
  const [proof] = protocolProofs(data);
  return [proof?.verdict, proof?.works];
}

test('a protocol is proven by page and server together', () => {
  const client = { h3: 4 };
  expect(verdict('caddy-http3', { client, server: { 'HTTP/3.0': 5 } })).toEqual(['proven', 'yes']);
  const ws = { client: { websocket: 4 }, server: { websocket: 1, 'HTTP/1.1': 3 } };
  expect(verdict('node-ws', ws)).toEqual(['proven', 'yes']);
});

test('the page alone proves nothing', () => {
  expect(verdict('caddy-http3', { client: { h3: 4 }, server: {} })).toEqual([
    'one witness only',
    'unproven',
  ]);
});

test('a second witness of one cell does not speak for another', () => {
  const client = { h3: 4 };
  const [both, alone] = [
    { client, server: { 'HTTP/3.0': 5 } },
    { client, server: {} },
  ];
  expect(verdict('caddy-http3', both, alone)).toEqual([
    'one witness only in 1 of 2 cells',
    'unproven',
  ]);
});

test('what refutes it is named', () => {
  const client = { h3: 4 };
  const refuted = (by: string) => [`refuted by the ${by}`, 'no'];
  expect(verdict('caddy-http3', { client, server: { 'HTTP/2.0': 4 } })).toEqual(refuted('server'));
  // Another version beside the expected one, in another cell.
  const both = [{ 'HTTP/3.0': 4 }, { 'HTTP/1.1': 1 }].map((server) => ({ client, server }));
  expect(verdict('caddy-http3', ...both)).toEqual(refuted('server'));
  const page = { client: { h3: 3, h2: 1 }, server: { 'HTTP/3.0': 4 } };
  expect(verdict('caddy-http3', page)).toEqual(refuted('page'));
  const neither = { client: { h2: 4 }, server: { 'HTTP/2.0': 4 } };
  expect(verdict('caddy-http3', neither)).toEqual(refuted('page and the server'));
  // The page of a WebSocket is served, but nothing else.
  const noSocket = { client: { websocket: 4 }, server: { 'HTTP/1.1': 3 } };
  expect(verdict('node-ws', noSocket)).toEqual(refuted('server'));
});

test('no operation proves nothing', () => {
  expect(verdict('node-ws', { client: {}, server: { 'HTTP/1.1': 1 } })).toEqual([
    'nothing ran',
    'no',
  ]);
});
