import { variant } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { dataWith, RUN } from '../../fixtures/evidence-report.ts';
import { runtimesNotice, runtimeText } from './runtime.ts';

const { versions, blocks } = RUN.manifest;

/** A run on a day, whose servers said these Nodes. */
function dataOn(day: string, nodes: Readonly<Record<string, string>>) {
  const servers = Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, { node }]));
  return dataWith({
    startedAt: `${day}T00:00:00.000Z`,
    blocks: blocks.map((block) => ({ ...block, variants: Object.keys(nodes) })),
    unsupported: [],
    versions: { ...versions, servers },
  });
}

test('each server has its own Node; several are named, and those without fixes', () => {
  const data = dataOn('2026-11-27', {
    'node-ws': '26.12.1',
    'node-http2': '26.12.1',
    'uws-ws': '20.20.2',
  });
  expect(runtimeText(data, variant('node-ws'))).toBe('Node 26.12.1');
  expect(runtimeText(data, variant('uws-ws'))).toBe('Node 20.20.2');
  expect(runtimeText(data, variant('caddy-http2'))).toBe('');
  expect(runtimesNotice(data)).toBe(
    'Not all servers ran on the same Node, so a difference between them may come from it: node-ws, node-http2 on Node 26.12.1; uws-ws on Node 20.20.2. Node 20.20.2 has had no security fixes since 2026-04-30.',
  );
});

test('one Node with fixes needs no word', () => {
  expect(runtimesNotice(dataOn('2026-11-27', { 'node-ws': '26.12.1' }))).toBe('');
  expect(runtimesNotice(dataOn('2026-04-30', { 'node-ws': '20.20.2' }))).toBe('');
});
