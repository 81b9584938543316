import { writeFile } from 'node:fs/promises';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import type { StageResult } from './stage.ts';

type SerializedError = ReturnType<TestModule['errors']>[number];

/** Environment variable: the path of the file that the reporter writes. */
export const STAGE_RESULT_FILE = 'HOLBENCH_STAGE_RESULT_FILE';

/**
 * For `vitest --reporter`: writes a `StageResult` as JSON. Unlike Vitest's own JSON, it knows the tests that a
 * failed hook kept from running, why the hook failed, and how often a test was retried.
 * @public to Vitest, which takes a module's default.
 */
// oxlint-disable-next-line import/no-default-export -- what Vitest loads
export default class StageReporter implements Reporter {
  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
  ): Promise<void> {
    const path = process.env[STAGE_RESULT_FILE];
    if (path === undefined) throw new Error(`${STAGE_RESULT_FILE} is not set`);
    await writeFile(path, JSON.stringify(stageResultOf(modules, unhandledErrors)));
  }
}

function stageResultOf(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
): StageResult {
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const results = tests.map((test) => ({
    name: test.fullName,
    retries: test.diagnostic()?.retryCount ?? 0,
    suite: test.parent,
    ...test.result(),
  }));
  const failures = results.filter(({ state }) => state === 'failed');
  const skips = results.filter(({ state, suite }) => state === 'skipped' && !isBroken(suite));
  return {
    passed: results.filter(({ state }) => state === 'passed').length,
    failures: [
      ...failures.map(({ name, errors }) => failure(name, errors?.[0])),
      ...suites.flatMap((suite) => suite.errors().map((error) => failure(nameOf(suite), error))),
      ...unhandledErrors.map((error) => failure('outside of the tests', error)),
    ],
    skips: skips.map(({ name }) => name),
    retries: results.flatMap(({ name, retries }) =>
      retries > 0 ? [{ name, count: retries }] : [],
    ),
  };
}

/** Whether a hook of the suite, or of one around it, failed: its tests did not run. */
function isBroken(suite: TestSuite | TestModule): boolean {
  return suite.errors().length > 0 || (suite.type === 'suite' && isBroken(suite.parent));
}

function nameOf(suite: TestSuite | TestModule): string {
  return suite.type === 'module'
    ? suite.relativeModuleId
    : `${suite.fullName}, before or after its tests`;
}

function failure(name: string, error: SerializedError | undefined): string {
  return `${name}: ${error?.message?.split('\n', 1)[0] ?? 'no message'}`;
}
