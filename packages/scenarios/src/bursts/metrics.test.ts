import { expect, test } from 'vitest';
import { round } from '../../fixtures/rounds.ts';
import { sample } from '../../../results/fixtures/run-lines.ts';
import { LABELS } from '../labels.ts';
import type { Round } from '../metric.ts';
import { metrics } from './metrics.ts';

const came = (user: number, index: number, atMs: number, label: string = LABELS.arrival) =>
  sample({
    label,
    user,
    index,
    intendedAtMs: 1_000,
    outcome: { status: 'ok', durationMs: atMs, bytes: 0, protocol: 'h2' },
  });
const lost = (user: number, index: number) =>
  sample({
    label: LABELS.arrival,
    user,
    index,
    intendedAtMs: 0,
    outcome: { status: 'failed', code: 'timeout', reason: 'a test', afterMs: 30_000 },
  });

function numberOf(id: string, of: Round) {
  const how = metrics.find((metric) => metric.id === id)?.estimate;
  if (how?.of === 'pooled') return how.value([of]);
  if (how?.of === 'sum' || how?.of === 'most') return how.value(of, '');
  throw new Error(`no number of ${id}`);
}

test('a mutation whose event comes before an earlier one of its burst has overtaken it', () => {
  const both = round([
    // 0 and 1 come after 2.
    came(0, 0, 30),
    came(0, 1, 31),
    came(0, 2, 20),
    // In order, though it came before the other burst.
    came(1, 20, 5),
    came(1, 21, 6),
  ]);
  expect(numberOf('overtaking', both)).toEqual({ value: 1 / 5, n: 5 });
  expect(numberOf('disordered', both)).toEqual({ value: 1 / 2, n: 2 });
  expect(numberOf('places', both)).toBe(2);
});

test('events that do not come, or come again, are counted', () => {
  const one = round([came(0, 0, 10), lost(0, 1), came(0, 0, 12, LABELS.arrivalAgain)]);
  expect(numberOf('lost', one)).toBe(1);
  expect(numberOf('doubled', one)).toBe(1);
  expect(numberOf('overtaking', one)).toEqual({ value: 0, n: 1 });
});
