import type { Cell } from '@holbench/results/cell';
import { expect, test } from 'vitest';
import { round } from '../../../fixtures/rounds.ts';
import { sample } from '../../../../results/fixtures/run-lines.ts';
import { bulkGoodput, phaseWindow } from './bulk-goodput.ts';

const WINDOW = { fromMs: 1_000, toMs: 3_000 };

/** Messages from 1.1 s to 1.9 s; 8 Mbit/s until 2 s, then 4. */
function roundOf(recorded: Partial<Cell['phases'][number]>) {
  const samples = [1_100, 1_500, 1_900].map((intendedAtMs, index) =>
    sample({ label: 'probe-same-load', index, intendedAtMs }),
  );
  const binBytes = Array.from({ length: 40 }, (_, bin) => (bin < 20 ? 100_000 : 50_000));
  const bulk = { streams: 1, beganAtMs: 0, binMs: 100, binBytes };
  return round(samples, { phases: [{ phase: 'same', connections: null, bulk, ...recorded }] });
}

test('the window of a phase is the recorded one, not that of its messages', () => {
  expect(phaseWindow(roundOf({ window: WINDOW }), 'same')).toEqual(WINDOW);
  expect(bulkGoodput(roundOf({ window: WINDOW }), 'same')).toBe(6);
});

test('runs before schema 6 have that of their messages', () => {
  expect(phaseWindow(roundOf({}), 'same')).toEqual({ fromMs: 1_100, toMs: 1_900 });
  expect(bulkGoodput(roundOf({}), 'same')).toBe(8);
});

test('a phase that did not run has none', () => {
  expect(phaseWindow(roundOf({ window: WINDOW }), 'other')).toBeNull();
  expect(bulkGoodput(roundOf({ window: WINDOW }), 'other')).toBeNull();
});
