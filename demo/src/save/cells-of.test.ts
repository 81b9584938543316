import { planCells } from '@holbench/runner/plan';
import { Cell } from '@holbench/results/cell';
import { Sample } from '@holbench/results/sample';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answered, GIVEN_UP, seen, seenLane, STARTED_MS } from '../../fixtures/seen.ts';
import { cellsOf } from './cells-of.ts';
import { configurationOf } from './manifest-of.ts';
import type { Seen } from './seen.ts';

const VARIANTS = ['node-ws', 'node-http2'];

function saved(of: Seen, networkProblem: string | null = null) {
  const network = { networks: ['reference-4g'], loss: '1%' };
  const configuration = configurationOf(of, { network, fileBytes: 1_000_000, variants: VARIANTS });
  return cellsOf(of, { run: 'seen', planned: planCells(configuration), networkProblem });
}

function only(of: Seen, networkProblem: string | null = null) {
  const [finished] = saved(of, networkProblem);
  if (finished === undefined) throw new Error('no cell was made');
  return finished;
}

test('a lane is a cell as the bench writes it, with both windows', () => {
  const { cell, samples } = only(seen());
  expect(v.parse(Cell, cell)).toEqual(cell);
  expect(samples.map((each) => v.parse(Sample, each))).toEqual(samples);
  expect(cell).toMatchObject({
    cell: 'reference-4g+loss=1%/node-ws/download-text/0',
    network: 'reference-4g+loss=1%',
    scenario: 'download',
    kind: 'text',
    round: 0,
    seed: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:20.050Z',
    status: 'ok',
    valid: true,
    reasons: [],
    samples: 200,
    sideBySide: 1,
  });
  expect(cell.phases).toMatchObject([
    { phase: 'alone', ramp: null, window: { fromMs: STARTED_MS, toMs: STARTED_MS + 4_000 } },
    {
      phase: 'same',
      ramp: { ms: 0, stable: false },
      window: { fromMs: STARTED_MS + 4_050, toMs: STARTED_MS + 20_050 },
      bulk: { streams: 1, beganAtMs: STARTED_MS + 4_050, binMs: 100 },
    },
  ]);
});

test('what the page cannot know is not there', () => {
  const { cell } = only(seen());
  expect(cell.protocol).toMatchObject({ client: { websocket: 200 }, server: {} });
  expect(cell).toMatchObject({ server: null, resources: null, limiter: null, certificate: null });
  for (const phase of cell.phases) {
    expect(phase).toMatchObject({ link: null, beacons: null, connections: null });
  }
});

test('messages between the windows and after the end do not count', () => {
  const times = [3_999, 4_000, 4_049, 4_050, 20_049, 20_050];
  const messages = times.map((sentMs) => ({ sentMs, outcome: answered(1) }));
  const { samples } = only(seen([[seenLane({ messages })]]));
  expect(samples.map(({ label, warmup }) => [label, warmup])).toEqual([
    ['probe-alone-load', false],
    ['probe-alone-load', true],
    ['probe-alone-load', true],
    ['probe-same-load', false],
    ['probe-same-load', false],
    ['probe-same-load', true],
  ]);
  expect(samples.map(({ intendedAtMs }) => intendedAtMs - STARTED_MS)).toEqual(times);
});

test('races are rounds, an upload is the scenario of that name, and lanes at once are side by side, also with one that is not saved', () => {
  const [both, other] = [{ raced: 2 }, { raced: 2, variant: 'node-http2' }] as const;
  const races = [[seenLane(both), seenLane(other)], [seenLane(both)]];
  const cells = saved(seen(races, { direction: 'upload', streams: 2 }));
  expect(
    cells.map(({ cell }) => [cell.variant, cell.scenario, cell.round, cell.sideBySide]),
  ).toEqual([
    ['node-ws', 'upload', 0, 2],
    ['node-http2', 'upload', 0, 2],
    ['node-ws', 'upload', 1, 2],
  ]);
  expect(cells[0]?.cell.factors.bulkStreams).toBe(2);
  expect(saved(seen()).map(({ cell }) => cell.sideBySide)).toEqual([1]);
});

test('a message that was given up is a sample of a failure, as in the bench', () => {
  const messages = [
    { sentMs: 0, outcome: answered(10) },
    { sentMs: 5_000, outcome: GIVEN_UP },
  ];
  const { cell, samples } = only(seen([[seenLane({ messages })]]));
  expect(samples[1]).toMatchObject({ warmup: false, outcome: { code: 'timeout' } });
  expect(cell).toMatchObject({ valid: true, protocol: { client: { websocket: 1 } } });
});

test('another protocol, a network outside tolerance or no answer at all do not count', () => {
  const http = only(seen([[seenLane({ variant: 'node-http2' })]])).cell;
  expect(http).toMatchObject({ status: 'ok', valid: false });
  expect(http.reasons).toEqual(['200 of 200 operations used websocket instead of h2']);
  expect(only(seen(), 'network outside tolerance: x').cell).toMatchObject({
    valid: false,
    reasons: ['network outside tolerance: x'],
  });
  const messages = [{ sentMs: 5_000, outcome: GIVEN_UP }];
  expect(only(seen([[seenLane({ messages })]])).cell).toMatchObject({
    status: 'failed',
    reasons: ['no operation succeeded'],
  });
});
