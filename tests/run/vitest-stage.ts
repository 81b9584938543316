import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { runCommand } from '../../scripts/run-command.ts';
import { reported, StageResult } from './stage.ts';
import { STAGE_RESULT_FILE } from './stage-reporter.ts';

const REPORTER = join(import.meta.dirname, 'stage-reporter.ts');

/** The tests of vitest.config.ts, or of the one in `cwd`. */
export async function runVitest(
  resultsFolder: string,
  options: { readonly cwd?: string; readonly stdio: 'inherit' | 'capture' } = { stdio: 'inherit' },
): Promise<StageResult> {
  const path = join(resultsFolder, 'vitest.json');
  await rm(path, { force: true });
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`];
  const { exitCode } = await runCommand('vitest', ['run', ...reporters], {
    env: { [STAGE_RESULT_FILE]: path },
    ...options,
  });
  const result = await readFile(path, 'utf8').catch(() => null);
  return reported('vitest', exitCode, result, (report) => v.parse(StageResult, report));
}
