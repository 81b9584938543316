import { expect, test } from 'vitest';
import { cell } from '../../../packages/results/fixtures/run-lines.ts';
import { countOutcomes, whyNothingMeasured } from './run-outcome.ts';

const ended = (status: 'ok' | 'failed' | 'unsupported', ...reasons: string[]) =>
  cell({
    cell: `reference-4g/node-ws/download-text/${status}`,
    status,
    reasons,
    valid: status === 'ok',
  });

test('cells are counted by how they ended', () => {
  const cells = [ended('ok'), { ...ended('ok'), valid: false }, ended('failed'), ended('failed')];
  expect(countOutcomes(cells)).toEqual({ ok: 1, invalid: 1, failed: 2, unsupported: 0 });
});

test('a run without a measured cell names the first reason', () => {
  expect(
    whyNothingMeasured([ended('unsupported', 'needs root', 'more'), ended('failed', 'x')]),
  ).toBe(
    'nothing was measured (1 failed, 1 unsupported): reference-4g/node-ws/download-text/unsupported: needs root; pnpm run doctor says what can run here',
  );
  expect(whyNothingMeasured([ended('unsupported', 'needs root')])).toContain('1 unsupported');
});

test('a run with a measured cell, valid or not, or without any cell, measured what it could', () => {
  const invalid = { ...ended('ok'), valid: false };
  for (const cells of [[], [ended('failed', 'x'), invalid]]) {
    expect(whyNothingMeasured(cells)).toBeNull();
  }
});
