import { globSync } from 'node:fs';
import { join } from 'node:path';
import { VARIANTS } from '../../packages/variants/src/registry.ts';

/** What `pnpm test` leaves to `pnpm test --all`. The configurations of Vitest and Playwright ask here. */

/** Environment variable: 1 runs slow tests, too. */
export const SLOW_TESTS = 'HOLBENCH_SLOW_TESTS';

/** Names of files with slow tests: `x.slow.test.ts`, `x.slow.net.test.ts`, `x.slow.spec.ts`. */
const SLOW_FILES = '**/*.slow.*.ts';

export function runsSlowTests(): boolean {
  return process.env[SLOW_TESTS] === '1';
}

/** Patterns of the files of tests that do not run now. */
export function leftOut(): string[] {
  return runsSlowTests() ? [] : [SLOW_FILES];
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
