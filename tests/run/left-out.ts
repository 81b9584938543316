import { globSync } from 'node:fs';
import { join } from 'node:path';
import { VARIANTS } from '../../packages/variants/src/registry.ts';

/** What `pnpm test` leaves to `pnpm test --all`. The configurations of Vitest and Playwright ask here. */

/** Environment variable: 1 runs slow tests, too. */
export const SLOW_TESTS = 'HOLBENCH_SLOW_TESTS';

/** Names of files with slow tests: `x.slow.test.ts`, `x.slow.net.test.ts`, `x.slow.spec.ts`. */
const SLOW_FILES = '**/*.slow.*.ts';

/** @throws Error for a value that is neither 0 nor 1. */
export function runsSlowTests(): boolean {
  const value = process.env[SLOW_TESTS] ?? '0';
  if (value !== '0' && value !== '1') throw new Error(`${SLOW_TESTS}: '${value}' is not 0 or 1`);
  return value === '1';
}

/** Patterns of the files of tests that do not run now. */
export function leftOut(): string[] {
  return runsSlowTests() ? [] : [SLOW_FILES];
}

/** @throws Error for a path on the command line that is left out now: vitest would say that there is no such file. */
export function refuseSlowPaths(): void {
  const slow = process.argv.find((word) => word.includes('.slow.'));
  if (slow !== undefined && !runsSlowTests())
    throw new Error(`${slow} is slow: pnpm test:slow ${slow}`);
}

/** How many files of tests that is. */
export function countLeftOut(): number {
  const cwd = join(import.meta.dirname, '../..');
  return globSync(leftOut(), { cwd, exclude: ['**/node_modules/**'] }).length;
}

/** The first variant of each protocol that is no experiment: what runs where one of a kind is enough. */
export const ONE_OF_EACH_PROTOCOL = VARIANTS.filter(
  ({ group, protocol }, index) =>
    group === 'default' && VARIANTS.findIndex((each) => each.protocol === protocol) === index,
);
