import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { runCommand } from '../run-command.ts';
import { broken, type StageResult } from './stage.ts';

const Spec = v.object({
  title: v.string(),
  tests: v.array(
    v.object({
      projectName: v.string(),
      status: v.picklist(['skipped', 'expected', 'unexpected', 'flaky']),
      annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
    }),
  ),
});

interface Suite {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs: readonly v.InferOutput<typeof Spec>[];
}
const Suite: v.GenericSchema<Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => Suite))),
  specs: v.array(Spec),
});

/** The parts of Playwright's JSON report that are used here. */
const PlaywrightReport = v.object({
  suites: v.array(Suite),
  errors: v.array(v.object({ message: v.optional(v.string()) })),
});

/** The page in a real Chromium, one project per variant. */
export async function runEndToEnd(root: string, resultsFolder: string): Promise<StageResult> {
  const folder = join(root, 'tests/e2e');
  const reportPath = join(resultsFolder, 'e2e.json');
  const program = join(folder, 'node_modules/.bin/playwright');
  const { exitCode } = await runCommand(program, ['test', '--reporter=list,json'], {
    cwd: folder,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath },
    stdio: 'inherit',
  });
  const text = await readFile(reportPath, 'utf8').catch(() => null);
  if (text === null) return broken(`playwright ended with exit code ${exitCode} and no report`);

  const report = v.parse(PlaywrightReport, JSON.parse(text));
  const tests = report.suites.flatMap((suite) => testsOf(suite));
  const result = {
    passed: tests.filter(({ status }) => status === 'expected').length,
    // Flaky is failed: a test that passes at the second try has found something.
    failures: [
      ...tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ name }) => name),
      ...report.errors.map(({ message }) => message?.split('\n')[0] ?? 'an error without words'),
    ],
    skips: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, reason }) => `${name}: ${reason}`),
  };
  if (exitCode === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [`playwright ended with exit code ${exitCode}`] };
}

interface TestLine {
  readonly name: string;
  readonly status: string;
  readonly reason: string;
}

function testsOf(suite: Suite): TestLine[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, annotations }) => ({
      name: `${projectName}: ${title}`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner))];
}
