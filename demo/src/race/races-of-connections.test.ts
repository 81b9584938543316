import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { Relation } from '@holbench/reports/figures/relation';
import { mergeRuns } from '@holbench/reports/runs/merge-runs';
import type { Connection } from '@holbench/results/connection';
import { type FinishedCell, readRun } from '@holbench/results/run-reader';
import type { Sample } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { connection, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { Race } from './race.ts';
import { racesOf } from './race-of.ts';

const SEEDS = [70, 71, 72];
const FIRST_LOSS = { stratum: 1, of: 3, quantile: 0.5 };
const PACKETS = { sentPackets: 2_000, receivedPackets: 1_990, randomLosses: 10, queueDrops: 0 };
const stored = mergeRuns([await readRun(join(PROJECT_ROOT, 'reports/fixtures/run'))]);
const data = {
  ...stored,
  manifest: {
    ...stored.manifest,
    blocks: stored.manifest.blocks.map((block) => ({
      ...block,
      workload: { ...block.workload, connections: SEEDS.length },
    })),
  },
};

/** A load of a connection whose messages are alone from 0.5 s on, beside its transfer from 6 s until 16 s. */
function load(phase: 'alone' | 'same', intendedAtMs: number, of: Partial<Sample>): Sample {
  return sample({ label: LABELS.probe(phase, 'load'), intendedAtMs, ...of });
}

function ok(durationMs: number): Sample['outcome'] {
  return { status: 'ok', durationMs, bytes: 5_000, protocol: 'websocket' };
}

/** A connection, and its messages, which take 100 ms alone and so many beside the transfer. */
function made(number: number, seed: number, waitMs: number, changes: Partial<Connection> = {}) {
  const of = { connection: number };
  const link = { down: PACKETS, up: { ...PACKETS, receivedPackets: 2_000 } };
  const own = connection({ connection: number, seed, firstLoss: FIRST_LOSS, ...changes });
  const window = { fromMs: 6_000, toMs: 16_000 };
  const bulk = { streams: 1, beganAtMs: 6_200, binMs: 100, binBytes: [1_000, 2_000] };
  return {
    connection: { ...own, transfer: { ...own.transfer, link, window, bulk } },
    samples: [
      load('alone', 400, { ...of, warmup: true, outcome: ok(300) }),
      load('alone', 500, { ...of, outcome: ok(100) }),
      load('alone', 4_400, { ...of, outcome: ok(100) }),
      load('same', 6_050, { ...of, outcome: ok(waitMs) }),
      load('same', 15_900, { ...of, outcome: ok(waitMs) }),
      load('same', 16_100, { ...of, warmup: true, outcome: ok(waitMs) }),
    ],
  };
}

/** The first download of a variant over reference-4g, with these connections. */
function cellOf(variant: string, all: ReturnType<typeof made>[]): FinishedCell {
  const id = `reference-4g/${variant}/download-text/0`;
  const found = data.cells.find(({ cell }) => cell.cell === id);
  if (!found) throw new Error(`no ${id}`);
  return {
    cell: { ...found.cell, connections: all.length },
    connections: all.map((each) => each.connection),
    samples: all.flatMap(({ samples }) => samples),
  };
}

function reportOf(...cells: FinishedCell[]) {
  const own = { ...data, cells };
  return { data: own, relation: Relation.of(own) };
}

/** A connection for each seed. */
function connections(waitsMs: readonly number[]) {
  return waitsMs.map((waitMs, number) => made(number, SEEDS[number] ?? 0, waitMs));
}

const quic = cellOf('caddy-http3', connections([200, 200, 200]));
const report = reportOf(cellOf('node-ws', connections([500, 1_100, 2_000])), quic);
const ids = (of: ReturnType<typeof reportOf>) => racesOf(of).map(({ id }) => id);

test('a race for each connection of a round, the nearest to the averages of its servers first', () => {
  expect(ids(report)).toEqual([
    'reference-4g-download-0-1',
    'reference-4g-download-0-2',
    'reference-4g-download-0-0',
  ]);
  for (const race of racesOf(report)) {
    expect(v.parse(Race, JSON.parse(JSON.stringify(race)))).toEqual(race);
    expect(race.lanes.map(({ variant }) => variant)).toEqual(['node-ws', 'caddy-http3']);
  }
});

test('a connection that only some servers have is no default', () => {
  const some = reportOf(cellOf('node-ws', connections([500, 1_000, 2_000])), {
    ...quic,
    connections: (quic.connections ?? []).slice(0, 1),
  });
  const [first, ...others] = racesOf(some);
  expect(first?.connection).toBe(0);
  expect(others.map(({ lanes }) => lanes.length)).toEqual([1, 1]);
});

test('messages alone, then those from the request of the transfer on, without warm-up', () => {
  const [race] = racesOf(report);
  const [lane] = race?.lanes ?? [];
  expect(race).toMatchObject({
    connection: 1,
    aloneMs: 4_000,
    delayTerm: 'added wait, all connections',
  });
  expect(lane?.messages).toEqual([
    { sentMs: 0, waitMs: 100 },
    { sentMs: 3_900, waitMs: 100 },
    { sentMs: 4_050, waitMs: 1_100 },
    { sentMs: 13_900, waitMs: 1_100 },
  ]);
  expect(lane).toMatchObject({
    besideMs: 4_000,
    bulk: { fromMs: 4_200, binMs: 100, bytes: [1_000, 2_000] },
    endMs: 13_900,
    lost: '10 of 2,000 in all; first: packet 139 of the transfer',
    delay: expect.stringMatching(/^[\d.,]+ ms \(.*3 connections\)$/),
  });
});

test('a connection that was measured again is shown as it was the last time', () => {
  const unfit = { valid: false, reasons: ['the transfer was cut'] };
  const [first, second, third] = connections([500, 1_000, 2_000]);
  if (!first || !second || !third) throw new Error('too few');
  const cut = made(1, 71, 9_000, unfit);
  const races = (...all: ReturnType<typeof made>[]) =>
    racesOf(reportOf(cellOf('node-ws', all))).toSorted((a, b) => a.id.localeCompare(b.id));
  const again = races(first, cut, third, made(3, 71, 1_000));
  expect(again.map(({ lanes }) => lanes[0]?.messages.at(-1)?.waitMs)).toEqual([500, 1_000, 2_000]);
  expect(again.flatMap(({ lanes }) => lanes[0]?.reasons)).toEqual([]);
  const without = races(first, cut, third);
  expect(without[1]?.lanes[0]).toMatchObject({ reasons: unfit.reasons });
});

test('a server that failed says why in each race', () => {
  const { cell } = quic;
  const reasons = ['its proxy ended'];
  const failed = { ...cell, status: 'failed' as const, valid: false, reasons, connections: 0 };
  const races = racesOf(
    reportOf(cellOf('node-ws', connections([1, 2])), { cell: failed, samples: [] }),
  );
  expect(races.map(({ lanes }) => lanes[1])).toEqual([
    expect.objectContaining({ reasons, messages: [], besideMs: null, bulk: null, lost: null }),
    expect.objectContaining({ reasons, messages: [], besideMs: null, bulk: null, lost: null }),
  ]);
});

test('the figure of a lane is of connections, and not of another connection', () => {
  const [race] = racesOf(report);
  expect(race).toMatchObject({ round: 0, connection: 1, delayTerm: 'added wait, all connections' });
  const http3 = race?.lanes.find(({ variant }) => variant === 'caddy-http3');
  expect(http3?.delay).toMatch(/^100\.0 ms \(.*3 connections\)$/);
});
