import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../scripts/run-command.ts';
import type { StageResult } from './stage.ts';

const root = join(import.meta.dirname, '../..');
const RUFF = join(root, '.tools/ruff');

/** Everything that can be said of the sources without running the lab. */
const CHECKS: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  {
    name: 'types',
    command: ['tsc', '-b', '.', 'packages/scenarios', 'client', 'bench', 'demo', 'tests'],
  },
  { name: 'Python', command: [RUFF, 'check', '--quiet'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'import direction', command: ['node', 'tests/run/check-imports.ts'] },
];

/** Runs them one after the other, with a line each, and the whole output of those that fail. */
export async function runChecks(): Promise<StageResult> {
  const failures: string[] = [];
  const skips: string[] = [];
  for (const { name, command } of CHECKS) {
    const [program, ...args] = command;
    if (program === RUFF && !existsSync(RUFF)) {
      skips.push(`${name}: ruff is not installed: run ./setup.sh`);
      continue;
    }
    const { exitCode, output, seconds } = await runCommand(program, args, { stdio: 'capture' });
    if (exitCode !== 0) {
      failures.push(name);
      console.log(output.trimEnd());
    }
    console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  }
  return { passed: CHECKS.length - failures.length - skips.length, failures, skips };
}
