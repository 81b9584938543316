import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../run-command.ts';
import { stageResultOf } from './vitest-stage.ts';

test('retries are in the report of Vitest, and counted', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holbench-retries-'));
  try {
    const report = join(folder, 'report.json');
    const { exitCode } = await runCommand('vitest', ['run', `--outputFile=${report}`], {
      cwd: join(import.meta.dirname, 'fixtures'),
      stdio: 'capture',
    });
    expect(stageResultOf(await readFile(report, 'utf8'), exitCode)).toEqual({
      passed: 2,
      failures: [],
      skips: ['is skipped (skipped: no reason)'],
      retries: [{ name: 'passes at the third try', count: 2 }],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a file that does not load is a failure', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'no module\nat', assertionResults: [] },
  ];
  expect(stageResultOf(JSON.stringify({ testResults }), 1).failures).toEqual([
    'a.test.ts: no module',
  ]);
});

test('an exit code without a failure is one', () => {
  expect(stageResultOf('{"testResults":[]}', 3).failures).toEqual([
    'vitest ended with exit code 3',
  ]);
});
