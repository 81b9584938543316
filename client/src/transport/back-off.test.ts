import { expect, test } from 'vitest';
import { backOffMs } from './back-off.ts';

test('doubles, and never exceeds what EventSource waits', () => {
  expect([0, 1, 2, 3, 4, 50].map(backOffMs)).toEqual([250, 500, 1000, 2000, 3000, 3000]);
});
