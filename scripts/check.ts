import { runCommand } from './run-command.ts';

/** Everything that can be said of the sources without running the lab (`pnpm check`). */
const CHECKS: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b', '.', 'client', 'packages/bench', 'tests'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'import direction', command: ['node', 'scripts/check-imports.ts'] },
];

let failed = 0;
for (const { name, command } of CHECKS) {
  const [program, ...args] = command;
  const { exitCode, output, seconds } = await runCommand(program, args, { stdio: 'capture' });
  if (exitCode !== 0) {
    failed += 1;
    console.log(output.trimEnd());
  }
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
}

console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
