import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCommand } from '../../scripts/run-command.ts';
import { countLeftOut, leftOut, SLOW_TESTS } from './left-out.ts';

const root = join(import.meta.dirname, '../..');

test('slow files are left out unless they are asked for', () => {
  vi.stubEnv(SLOW_TESTS, undefined);
  expect(leftOut()).toHaveLength(1);
  expect(countLeftOut()).toBeGreaterThan(10);
  vi.stubEnv(SLOW_TESTS, '1');
  expect(leftOut()).toEqual([]);
  expect(countLeftOut()).toBe(0);
  vi.stubEnv(SLOW_TESTS, 'true');
  expect(() => leftOut()).toThrow("HOLBENCH_SLOW_TESTS: 'true' is not 0 or 1");
});

test('the suffix stands where the configurations look for it', () => {
  const named = globSync('**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  // `x.net.slow.test.ts` would run beside others, `x.test.slow.ts` never.
  const wrong = named.filter(
    (path) =>
      /\.slow\./.test(path) &&
      !/^[^.]*\.slow\.((net|system)\.)?test\.ts$|^[^.]*\.slow\.spec\.ts$/.test(path),
  );
  expect(wrong).toEqual([]);
});

test.each(['--al', 'units', ''])(
  'pnpm test: the argument %j is refused in a line',
  async (argument) => {
    const args = ['tests/run/main.ts', '--all', argument];
    const { exitCode, output } = await runCommand('node', args, { stdio: 'capture' });
    expect(exitCode).toBe(1);
    expect(output).toBe(
      `pnpm test: '${argument}' is unknown; the only argument is --all: slow tests, too\n`,
    );
  },
);
