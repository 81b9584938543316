import type { Measurement } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { byUser, driveUsers } from './drive.ts';

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

test('each user has one measurement of each label; a user without one counts as lost', () => {
  const { once, lost, doubles } = byUser(all(3).slice(0, 5), 3, LABELS);
  expect(once).toHaveLength(5);
  expect(lost).toMatchObject([{ user: 2, label: 'covalue-load', outcome: { code: 'lost' } }]);
  expect(doubles).toEqual([]);
});

test('two results of one user fail the cell, by whatever way they came', async () => {
  const recorded: Measurement[] = [];
  const measurements = [...all(2), measurement(1, 'page-load')];
  const run = {
    cell: { run: { users: 2 } },
    virtualUsers: async () => ({ measurements, problem: null }),
    record: (given: readonly Measurement[]) => void recorded.push(...given),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what driveUsers uses of it
  const driving = driveUsers(run as unknown as Parameters<typeof driveUsers>[0], 'load');
  await expect(driving).rejects.toThrow('more than one result: page-load of user 1');
  expect(recorded).toHaveLength(4);
});
