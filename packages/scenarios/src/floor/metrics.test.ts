import { expect, test } from 'vitest';
import { cell, sample } from '../../../results/fixtures/run-lines.ts';
import { metrics } from './metrics.ts';
import { FILES, HALVES } from './scenario.ts';

/** Files of one half that end together but for the last. */
function half(label: string, lastMs: number, count = FILES) {
  return Array.from({ length: count }, (_, index) => {
    const durationMs = index === count - 1 ? lastMs : 1;
    const outcome = { status: 'ok', durationMs, bytes: 1, protocol: 'http/1.1' } as const;
    return sample({ label, index, intendedAtMs: 0, outcome });
  });
}

/** What the metrics say of one cell, by their id and series. */
function valuesOf(samples: ReturnType<typeof half>): Record<string, number> {
  const values = metrics.flatMap(({ id, of }) =>
    of({ cell: cell(), samples }).map(({ series, value }) => [`${id} ${series}`.trim(), value]),
  );
  return Object.fromEntries(values);
}

test('the ratio is that of the makespans of one cell', () => {
  expect(valuesOf([...half(HALVES.floor, 100), ...half(HALVES.variant, 150)])).toEqual({
    'makespan floor': 100,
    'makespan variant': 150,
    'floor-ratio': 1.5,
  });
});

test('a half that is not complete has no makespan, and its cell no ratio', () => {
  const samples = [...half(HALVES.floor, 100, FILES - 1), ...half(HALVES.variant, 150)];
  expect(valuesOf(samples)).toEqual({ 'makespan variant': 150 });
});
