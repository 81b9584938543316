import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../scripts/run-command.ts';
import { runAdvisories } from './advisories.ts';
import { runChecks } from './checks.ts';
import { runEndToEnd } from './e2e-stage.ts';
import { runGateway } from './gateway-stage.ts';
import { runSmoke } from './smoke-stage.ts';
import { countLeftOut, runsSlowTests, SLOW_TESTS } from './left-out.ts';
import { broken, judgeRetries, type StageResult } from './stage.ts';
import { runVitest } from './vitest-stage.ts';

/**
 * `pnpm test`: every stage runs, whatever those before it found; the last line sums them up. With `--all` the slow
 * tests run, too.
 */
if (process.argv.includes('--help')) {
  console.log(
    'Usage: pnpm test [--all]\n\nBuilds, checks and tests. --all: slow tests, too.\nOne file: pnpm test:unit PATH, or pnpm test:slow PATH (CONTRIBUTING.md, "Tests").',
  );
  process.exit();
}
const unknown = process.argv.slice(2).find((argument) => argument !== '--all');
if (unknown !== undefined) {
  console.error(`pnpm test: '${unknown}' is unknown; the only argument is --all: slow tests, too`);
  process.exit(1);
}
if (process.argv.includes('--all')) process.env[SLOW_TESTS] = '1';

const root = join(import.meta.dirname, '../..');
const resultsFolder = join(root, 'test-results');

const STAGES: Readonly<Record<string, () => Promise<StageResult>>> = {
  build: runBuild,
  check: runChecks,
  advisories: runAdvisories,
  gateway: () => runGateway({ all: runsSlowTests() }),
  'unit and conformance': () => runVitest(resultsFolder),
  e2e: () => runEndToEnd(root, resultsFolder),
  'smoke bench and report': () => runSmoke(root, resultsFolder),
  retries: async () => judgeRetries(results),
};

await mkdir(resultsFolder, { recursive: true });
const totals = { passed: 0, failed: 0, skipped: 0 };
const results: StageResult[] = [];
const summary: string[] = [];
for (const [name, run] of Object.entries(STAGES)) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const result = await run().catch((error: unknown) => broken(String(error)));
  results.push(result);
  const { passed, failures, skips, retries = [] } = result;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const retried = retries.length > 0 ? `, ${retries.length} retried` : '';
  summary.push(
    `${name}: ${counts(passed, failures.length, skips.length)}${retried} (${seconds} s)`,
  );
  summary.push(...failures.map((failure) => `  FAILED ${failure}`));
  summary.push(...skips.map((skip) => `  skipped ${skip}`));
  summary.push(...retries.map((retry) => `  retried: ${retry.name} (${retry.count})`));
  totals.passed += passed;
  totals.failed += failures.length;
  totals.skipped += skips.length;
}

console.log(`\n${summary.join('\n')}\n`);
const filesLeft = countLeftOut();
if (filesLeft > 0) {
  console.log(
    `left to \`pnpm test --all\`: ${filesLeft} files of tests, and most variants of e2e and smoke bench`,
  );
}
if (totals.failed > 0) process.exitCode = 1;
console.log(counts(totals.passed, totals.failed, totals.skipped));

/** Conformance, e2e and the smoke bench run what was built: it must be what the sources say. */
async function runBuild(): Promise<StageResult> {
  const { exitCode } = await runCommand('node', ['scripts/build.ts'], { stdio: 'inherit' });
  if (exitCode !== 0) return broken(`pnpm build ended with exit code ${exitCode}`);
  return { passed: 1, failures: [], skips: [] };
}

function counts(passed: number, failed: number, skipped: number): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
