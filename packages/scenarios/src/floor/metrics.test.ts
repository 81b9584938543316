import { expect, test } from 'vitest';
import { round, valueOf } from '../../fixtures/rounds.ts';
import { sample } from '../../../results/fixtures/run-lines.ts';
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

test('the ratio is that of the makespans of one cell', () => {
  const both = round([...half(HALVES.floor, 100), ...half(HALVES.variant, 150)]);
  expect(valueOf(metrics, 'makespan', both, HALVES.floor)).toEqual({
    value: 100,
    n: FILES,
    failed: 0,
  });
  expect(valueOf(metrics, 'makespan', both, HALVES.variant)).toEqual({
    value: 150,
    n: FILES,
    failed: 0,
  });
  expect(valueOf(metrics, 'floor-ratio', both)).toEqual({ value: 1.5, n: FILES });
});

test('a half that is not complete has no makespan, and its cell no ratio', () => {
  const one = round([...half(HALVES.floor, 100, FILES - 1), ...half(HALVES.variant, 150)]);
  expect(valueOf(metrics, 'makespan', one, HALVES.floor)).toMatchObject({ value: null });
  expect(valueOf(metrics, 'makespan', one, HALVES.variant)).toMatchObject({ value: 150 });
  expect(valueOf(metrics, 'floor-ratio', one)).toBe('failed');
});
