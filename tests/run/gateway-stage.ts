import { runCommand } from '../../scripts/run-command.ts';
import { broken, type StageResult, together } from './stage.ts';

/** The format of the gateway and its tests, each counted; with `all` also what clippy says. */
export async function runGateway({ all }: { readonly all: boolean }): Promise<StageResult> {
  const results = [
    checkResult('cargo fmt', await cargo('fmt', '--check')),
    // Optimised: one test opens 1,024 sessions, and what it is linked with is built for the program already.
    testResult(await cargo('test', '--release', '--locked')),
  ];
  if (all) {
    const lint = await cargo('clippy', '--locked', '--all-targets', '--', '--deny', 'warnings');
    results.push(checkResult('cargo clippy', lint));
  }
  return together(results);
}

interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

/** By setup.sh, which knows where cargo is, and the folder that all clones build in. */
async function cargo(...args: readonly string[]): Promise<Ended> {
  const step = ['--step', 'gateway_cargo', ...args];
  const ended = await runCommand('./setup.sh', step, { stdio: 'capture' });
  console.log(ended.output.trimEnd());
  return ended;
}

/** What a machine lacks. Everything else that cargo does not like is a failure. */
const LACKING =
  /^.*\b(?:cargo is missing|no such command|is not installed for the toolchain|failed to download|is not supported by the following|feature `edition2024` is required)\b.*/m;

/** What does not compile lacks nothing; its sources may say these words. */
const BROKEN = /error\[E\d+\]|could not compile/;

export function checkResult(name: string, { exitCode, output }: Ended): StageResult {
  const lacking = exitCode === 0 || BROKEN.test(output) ? null : LACKING.exec(output);
  if (lacking) return { passed: 0, failures: [], skips: [`${name}: ${lacking[0].trim()}`] };
  if (exitCode !== 0) return broken(`${name} ended with exit code ${exitCode}`);
  return { passed: 1, failures: [], skips: [] };
}

const TEST = /^test (?<name>.+) \.\.\. (?<state>ok|FAILED|ignored)(?:, (?<reason>.+))?$/gm;
/** Of each program of tests. */
const SUM = /^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored;/gm;

export function testResult(ended: Ended): StageResult {
  const whole = checkResult('cargo test', ended);
  const tests = [...ended.output.matchAll(TEST)].map(({ groups = {} }) => groups);
  const sums = [...ended.output.matchAll(SUM)].flatMap(([, ...counts]) => counts.map(Number));
  if (sums.length === 0) return whole.passed === 0 ? whole : broken('cargo test ran no tests');
  const counted = sums.reduce((sum, count) => sum + count);
  if (counted !== tests.length) return broken(`cargo test: ${counted} tests, ${tests.length} read`);
  const failures = tests.filter(({ state }) => state === 'FAILED').map(({ name }) => `${name}`);
  return {
    passed: tests.filter(({ state }) => state === 'ok').length,
    failures: failures.length > 0 ? failures : whole.failures,
    skips: tests
      .filter(({ state }) => state === 'ignored')
      .map(({ name, reason = 'no reason given' }) => `${name}: ${reason}`),
  };
}
