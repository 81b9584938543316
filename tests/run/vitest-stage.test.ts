import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeRetries, reported } from './stage.ts';
import { runVitest } from './vitest-stage.ts';

test(
  'what failed is named with its reason, what was retried is counted',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holbench-stage-'));
    try {
      const cwd = join(import.meta.dirname, 'fixtures');
      const result = await runVitest(folder, { cwd, stdio: 'capture' });
      expect({ ...result, failures: result.failures.toSorted() }).toEqual({
        passed: 3,
        failures: [
          'a suite, before or after its tests: its server did not start',
          'fails each time: expected 1 to be 2 // Object.is equality',
          'unloadable.fixture.ts: does not load',
        ],
        skips: ['is skipped (skipped: no reason)'],
        retries: [
          { name: 'passes at the third try', count: 2 },
          { name: 'fails each time', count: 2 },
        ],
      });
      expect(judgeRetries([result]).failures).toEqual(['4 retries in the whole run, of at most 3']);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('an exit code without a failure is one', () => {
  const none = { passed: 0, failures: [], skips: [] };
  expect(reported('vitest', 3, '{}', () => none).failures).toEqual([
    'vitest ended with exit code 3',
  ]);
});

test('retries are counted over all stages', () => {
  const retried = (count: number) => ({
    passed: 1,
    failures: [],
    skips: [],
    retries: [{ name: 'a link', count }],
  });
  expect(judgeRetries([retried(2), retried(1)])).toMatchObject({ passed: 1, failures: [] });
  expect(judgeRetries([retried(2), retried(1), retried(1)])).toMatchObject({
    passed: 0,
    failures: [expect.stringMatching(/^4 retries/)],
  });
});
