import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { broken, type StageResult } from './stage.ts';

/** The parts of Vitest's JSON report that are used here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
    }[];
  }[];
}

/** Unit and conformance tests. A file that does not load counts as one failure. */
export async function runVitest(resultsFolder: string): Promise<StageResult> {
  const reportPath = join(resultsFolder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const { exitCode } = await runCommand('vitest', ['run', ...reporters], { stdio: 'inherit' });
  const text = await readFile(reportPath, 'utf8').catch(() => null);
  if (text === null) return broken(`vitest ended with exit code ${exitCode} and no report`);

  const { testResults } = JSON.parse(text) as VitestReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = tests.filter(({ status }) => status === 'failed');
  const skips = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const result = {
    passed: tests.length - failures.length - skips.length,
    failures: [
      ...failures.map(({ fullName }) => fullName),
      ...unloaded.map(({ name, message }) => `${name}: ${message.split('\n')[0]}`),
    ],
    skips: skips.map(({ fullName }) => fullName),
  };
  if (exitCode === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [`vitest ended with exit code ${exitCode}`] };
}
