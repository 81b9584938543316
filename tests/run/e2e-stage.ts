import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { runCommand } from '../../scripts/run-command.ts';
import { reported, type StageResult } from './stage.ts';

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
  return reported(
    'playwright',
    exitCode,
    await readFile(reportPath, 'utf8').catch(() => null),
    resultOf,
  );
}

function resultOf(report: unknown): StageResult {
  const { suites, errors } = v.parse(PlaywrightReport, report);
  const failures: string[] = [];
  const skips: string[] = [];
  let passed = 0;
  for (const { name, status, reason } of suites.flatMap(testsOf)) {
    if (status === 'expected') passed += 1;
    else if (status === 'skipped') skips.push(`${name}: ${reason}`);
    // Flaky is failed: a test that passes at the second try has found something.
    else failures.push(name);
  }
  failures.push(
    ...errors.map(({ message }) => message?.split('\n')[0] ?? 'an error without words'),
  );
  return { passed, failures, skips };
}

function testsOf(suite: Suite): { name: string; status: string; reason: string }[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, annotations }) => ({
      name: `${projectName}: ${title}`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
