import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { runCommand } from '../run-command.ts';
import { reported, type StageResult } from './stage.ts';

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.string(),
      status: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.picklist(['passed', 'failed', 'skipped', 'pending', 'todo']),
          /** By record-retries.ts, in projects that retry. */
          meta: v.object({ retries: v.optional(v.number(), 0) }),
        }),
      ),
    }),
  ),
});

/** The tests of vitest.config.ts. */
export async function runVitest(resultsFolder: string): Promise<StageResult> {
  const reportPath = join(resultsFolder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const { exitCode } = await runCommand('vitest', ['run', ...reporters], { stdio: 'inherit' });
  return stageResultOf(await readFile(reportPath, 'utf8').catch(() => null), exitCode);
}

export function stageResultOf(report: string | null, exitCode: number): StageResult {
  return reported('vitest', exitCode, report, resultOf);
}

/** A file that does not load counts as one failure. */
function resultOf(report: unknown): StageResult {
  const { testResults } = v.parse(VitestReport, report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = tests.filter(({ status }) => status === 'failed');
  const skips = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: tests.length - failures.length - skips.length,
    failures: [
      ...failures.map(({ fullName }) => fullName),
      ...unloaded.map(({ name, message }) => `${name}: ${message.split('\n')[0]}`),
    ],
    skips: skips.map(({ fullName }) => fullName),
    retries: tests.flatMap(({ fullName: name, meta: { retries: count } }) =>
      count > 0 ? [{ name, count }] : [],
    ),
  };
}
