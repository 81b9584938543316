import { expect, test } from 'vitest';
import { FINDING } from '../../../../packages/results/fixtures/run-lines.ts';
import { merged } from './feasibility.ts';

test('what was cut short does not replace what was found', () => {
  const cutShort = { ...FINDING, works: null };
  const newer = { ...FINDING, works: true };
  expect(merged([FINDING], [cutShort])).toEqual([FINDING]);
  expect(merged([FINDING], [newer])).toEqual([newer]);
  expect(merged([cutShort], [cutShort])).toEqual([cutShort]);
  expect(merged([], [cutShort])).toEqual([cutShort]);
});
