import type { Measurement } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { lostOf } from './drive.ts';

const LABELS = ['page-load', 'covalue-load'];

const measurement = (user: number, label: string): Measurement => ({
  label,
  user,
  index: 0,
  intendedAtMs: 0,
  outcome: { status: 'ok', durationMs: user, bytes: 1, protocol: 'h2' },
});
const all = (users: number) =>
  LABELS.flatMap((label) => Array.from({ length: users }, (_, user) => measurement(user, label)));

test('a user without a measurement of each label counts as lost', () => {
  expect(lostOf(all(3).slice(0, 5), 3, LABELS)).toMatchObject([
    { user: 2, label: 'covalue-load', outcome: { code: 'lost' } },
  ]);
});
