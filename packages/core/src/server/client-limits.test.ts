import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ClientLimits } from './client-limits.ts';

test('a time is one that a timer takes', () => {
  const parsed = (idleMs: number) => v.safeParse(ClientLimits, { idleMs }).success;
  expect([2 ** 31 - 1, 2 ** 31].map(parsed)).toEqual([true, false]);
});
