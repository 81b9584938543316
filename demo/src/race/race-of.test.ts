import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { Relation } from '@holbench/reports/figures/relation';
import { mergeRuns } from '@holbench/reports/runs/merge-runs';
import { readRun } from '@holbench/results/run-reader';
import { PARTS } from '@holbench/wait/parts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DemoIndex, Race } from './race.ts';
import { raceIndexOf } from './race-index.ts';
import { racesOf } from './race-of.ts';

/** A run with paths: downloads over two networks, and uploads. */
const data = mergeRuns([await readRun(join(PROJECT_ROOT, 'reports/published/2026-11-28-default'))]);
const report = { data, relation: Relation.of(data) };
const races = racesOf(report);
const race = races.find(({ id }) => id === 'lte-download-0-0');

test('a race for each network, direction and connection, which the page can parse', () => {
  for (const each of races) expect(v.parse(Race, JSON.parse(JSON.stringify(each)))).toEqual(each);
  const index = raceIndexOf(report, races);
  expect(v.parse(DemoIndex, JSON.parse(JSON.stringify(index)))).toEqual(index);
  expect(new Set(races.map(({ id }) => id)).size).toBe(races.length);
  expect(
    index.places.some(
      ({ network, headline, statements }) =>
        network === 'reference-4g' &&
        headline.includes('A small message takes') &&
        statements.length > 0,
    ),
  ).toBe(true);
});

test('lanes in the order of the variants, each with its settings, its proof and its figure', () => {
  const told = race?.lanes.map(({ variant, settings }) => `${variant} ${settings}`.trim());
  expect(told).toEqual([
    'node-ws',
    'node-ws --notsent-lowat 16k --chunk-size 16k',
    'node-http1',
    'node-http2',
    'node-http2 --notsent-lowat 16k --http2-write 16k --chunk-size 16k',
    'uws-ws',
    'uws-ws --notsent-lowat 16k --chunk-size 16k',
    'uws-http1',
    'caddy-http3',
  ]);
  const [first] = race?.lanes ?? [];
  expect(first?.seen.page).toEqual({ websocket: expect.any(Number) });
  expect(first?.delay).toMatch(/^[\d.,]+ ms \([\d.,]+–[\d.,]+; 6 connections\)$/);
});

test('messages alone come first, then those beside the transfer from its first bytes on', () => {
  const { aloneMs = 0, lanes = [] } = race ?? {};
  for (const { messages, bulk, variant } of lanes) {
    const alone = messages.filter(({ sentMs }) => sentMs < aloneMs);
    const beside = messages.filter(({ sentMs }) => sentMs >= aloneMs);
    expect(alone.length, variant).toBeGreaterThan(0);
    expect(beside.length, variant).toBeGreaterThan(0);
    expect(bulk?.bytes.length, variant).toBeGreaterThan(0);
    const sent = messages.map(({ sentMs }) => sentMs);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  }
});

test('the parts of a message add up to its wait', () => {
  const known = (race?.lanes ?? []).flatMap(({ messages }) =>
    messages.filter(({ parts, waitMs }) => parts && waitMs !== null),
  );
  expect(known.length).toBeGreaterThan(100);
  for (const { parts = {}, waitMs } of known) {
    const sum = PARTS.reduce((all, part) => all + (parts[part] ?? 0), 0);
    // Each is rounded to a tenth of a millisecond.
    expect(Math.abs(sum - (waitMs ?? 0))).toBeLessThan(0.6);
  }
});
