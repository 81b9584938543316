import { LABELS } from '@holbench/scenarios/labels';
import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { cell, manifest, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { goodputTable, losesAtARate } from './goodput-table.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Figure } from './table.ts';

/** 20 Mbit/s, 25 ms each way, 1 % lost. */
const DOWN = {
  rateKbps: 20_000,
  delayMs: 25,
  jitterMs: 0,
  lossFraction: 0.01,
  lossBurstPackets: 1,
  queue: { kind: 'droptail', limitBytes: 125_000 },
} as const;
const PROFILE = { id: 'lossy', down: DOWN, up: DOWN };

/** One round whose bulk moves `mbps` in its last second, which is when probes are sent. */
function table(variant: string, mbps: number, factors: Partial<typeof DEFAULT_FACTORS> = {}) {
  const name = `lossy/${variant}/4f-text/0`;
  const base = { variant, network: 'lossy', scenario: '4f', cell: name };
  const bins = [1, 2].flatMap((part) =>
    Array.from({ length: 10 }, () => (part * mbps * 12_500) / 2),
  );
  const bulk = { streams: 1, beganAtMs: 0, binMs: 100, binBytes: bins };
  const measured = cell({
    ...base,
    factors: { ...DEFAULT_FACTORS, ...factors },
    phases: [{ phase: 'self', connections: { tcp: 1, udp: 0 }, bulk }],
  });
  const samples = [1_000, 2_000].map((intendedAtMs) =>
    sample({ ...base, label: LABELS.probe('self', 'load'), intendedAtMs }),
  );
  const [network] = manifest().networks;
  if (!network) throw new Error('no network');
  const data = mergeRuns([
    {
      folder: 'test',
      manifest: manifest({ networks: [{ ...network, profile: PROFILE }] }),
      cells: [{ cell: measured, samples }],
      warnings: [],
    },
  ]);
  const built = goodputTable(data, 'lossy', { scenario: '4f', id: 'table-goodput' });
  const row = built.rows.find(({ header }) => header.endsWith(variant));
  return (column: string): Figure => {
    const found = row?.figures[built.columns.indexOf(column)];
    if (!found) throw new Error(`no figure ${column}`);
    return found;
  };
}

test('what the bulk moved is beside what Reno would, with the packets of its transport', () => {
  const quic = table('caddy-http3', 4);
  expect(quic('bulk self (Mbit/s)')).toMatchObject({ value: 4, remark: 'quic-go’s Reno' });
  // √1.5 × 1411 × 8 ÷ (50 × 0.1 × 1000), and with √(1.7/0.6).
  expect(quic('Reno prediction (Mbit/s)').value).toBeCloseTo(2.764984, 6);
  expect(quic('prediction, own back-off (Mbit/s)').value).toBeCloseTo(3.800107, 6);
  expect(quic('self ÷ prediction').value).toBeCloseTo(4 / 2.764984, 6);
  expect(quic('bulk foreign (Mbit/s)').state).toBe('failed');

  const tcp = table('node-ws', 3);
  expect(tcp('bulk self (Mbit/s)').remark).toBe('cubic');
  expect(tcp('Reno prediction (Mbit/s)').value).toBeCloseTo(2.837489, 6);
  expect(tcp('prediction, own back-off (Mbit/s)').state).toBe('not-run');
  const reno = table('node-ws', 3, { congestionControl: 'reno' });
  expect(reno('prediction, own back-off (Mbit/s)').value).toBeCloseTo(2.837489, 6);
});

test('files side by side have a connection each over HTTP/1.1, up to what the link carries', () => {
  const four = table('node-http1', 10, { bulkStreams: 4 });
  expect(four('Reno prediction (Mbit/s)').value).toBeCloseTo(4 * 2.837489, 5);
  const ten = table('node-http1', 10, { bulkStreams: 10 });
  // Six connections.
  expect(ten('Reno prediction (Mbit/s)').value).toBeCloseTo(6 * 2.837489, 5);
  expect(table('node-http2', 10, { bulkStreams: 4 })('Reno prediction (Mbit/s)').value).toBeCloseTo(
    2.837489,
    6,
  );
});

test('is made of networks that lose packets at a rate', () => {
  expect(losesAtARate(PROFILE)).toBe(true);
  expect(losesAtARate({ ...PROFILE, down: { ...DOWN, lossFraction: 0 } })).toBe(false);
  expect(losesAtARate({ ...PROFILE, down: { ...DOWN, rateKbps: null, queue: null } })).toBe(false);
});
