import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import { runCommand } from '../../scripts/run-command.ts';
import { reported, type StageResult } from './stage.ts';

const Failed = v.object({
  message: v.optional(v.string()),
  location: v.optional(v.object({ line: v.number() })),
});
type Failed = v.InferOutput<typeof Failed>;

const Spec = v.object({
  title: v.string(),
  tests: v.array(
    v.object({
      projectName: v.string(),
      status: v.picklist(['skipped', 'expected', 'unexpected', 'flaky']),
      annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
      results: v.array(v.object({ error: v.optional(Failed) })),
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
  errors: v.array(Failed),
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
  for (const { name, status, reason, error } of suites.flatMap(testsOf)) {
    if (status === 'expected') passed += 1;
    else if (status === 'skipped') skips.push(`${name}: ${reason}`);
    // Flaky is failed: a test that passes at the second try has found something.
    else failures.push(`${name}: ${firstLine(error)}`);
  }
  failures.push(...errors.map(firstLine));
  return { passed, failures, skips };
}

function firstLine(error: Failed | undefined): string {
  const where = error?.location ? ` (line ${error.location.line})` : '';
  return `${stripVTControlCharacters(error?.message ?? 'no message').split('\n', 1)[0]}${where}`;
}

function testsOf(
  suite: Suite,
): { name: string; status: string; reason: string; error: Failed | undefined }[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, annotations, results }) => ({
      name: `${projectName}: ${title}`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
      error: results.find(({ error }) => error)?.error,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
