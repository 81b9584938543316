import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun, type Run } from '../../packages/results/src/run-reader.ts';
import { VARIANTS } from '../../packages/variants/src/registry.ts';
import { runCommand } from '../run-command.ts';
import { broken, type StageResult } from './stage.ts';

/** Limits in seconds. An idle machine of two cores takes half of them; a shared one has good and bad days. */
const BENCH_LIMIT_SECONDS = 300;
const REPORT_LIMIT_SECONDS = 10;

/** A smoke bench of everything that runs here, and a report from it. */
export async function runSmoke(resultsFolder: string): Promise<StageResult> {
  const folder = join(resultsFolder, 'smoke');
  await rm(folder, { recursive: true, force: true });
  const args = ['packages/bench/src/main.ts', '--preset', 'smoke', '--out', folder];
  const bench = await runCommand('node', args, { stdio: 'inherit' });
  const run = await readRun(folder).catch((error: unknown) => String(error));
  if (typeof run === 'string') return broken(`smoke bench: ${run}`);
  const report = await runCommand('node', ['reports/src/main.ts', folder], { stdio: 'inherit' });

  const assertions = [
    assertion('smoke bench ends with exit code 0', bench.exitCode === 0, `${bench.exitCode}`),
    withinLimit('smoke bench', bench.seconds, BENCH_LIMIT_SECONDS),
    ...cellAssertions(run),
    ...protocolAssertions(run),
    assertion('report ends with exit code 0', report.exitCode === 0, `${report.exitCode}`),
    withinLimit('report', report.seconds, REPORT_LIMIT_SECONDS),
    ...['index.html', 'report.md', 'tables'].map((name) =>
      assertion(`the report has ${name}`, existsSync(join(folder, 'report', name)), 'missing'),
    ),
  ];
  return {
    passed: assertions.filter(({ ok }) => ok).length,
    failures: assertions.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
    skips: run.manifest.unsupported.map(({ variant, reason }) => `smoke ${variant}: ${reason}`),
  };
}

interface Assertion {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

function assertion(name: string, ok: boolean, detail: string): Assertion {
  return { name, ok, detail };
}

function withinLimit(what: string, seconds: number, limit: number): Assertion {
  return assertion(`${what} within ${limit} s`, seconds <= limit, `${seconds.toFixed(1)} s`);
}

/** Every planned cell is there, and valid unless its variant cannot run here. */
function cellAssertions({ manifest, cells }: Run): Assertion[] {
  const { variants, networks, scenarios, kinds, rounds } = manifest.config;
  const planned = variants.length * networks.length * scenarios.length * kinds.length * rounds;
  return [
    assertion('every planned cell ended', cells.length === planned, `${cells.length}/${planned}`),
    ...cells
      .filter(({ cell }) => cell.status !== 'unsupported')
      .map(({ cell, samples }) => {
        const failed = samples.filter(({ outcome }) => outcome.status !== 'ok').length;
        const problems = failed > 0 ? [...cell.reasons, `${failed} failed`] : cell.reasons;
        return assertion(`cell ${cell.cell}`, cell.valid && failed === 0, problems.join('; '));
      }),
  ];
}

/** Proven, not assumed: each sample of a variant carries the variant's own protocol. */
function protocolAssertions({ manifest, cells }: Run): Assertion[] {
  const unsupported = new Set(manifest.unsupported.map(({ variant }) => variant));
  return VARIANTS.filter(({ id }) => !unsupported.has(id)).map(({ id, protocol }) => {
    const samples = cells.flatMap((finished) => finished.samples);
    const proven = samples.flatMap(({ variant, outcome }) =>
      variant === id && outcome.status === 'ok' ? [outcome.protocol] : [],
    );
    const others = proven.filter((other) => other !== protocol);
    return assertion(
      `every sample of ${id} says ${protocol}`,
      proven.length > 0 && others.length === 0,
      `${others.length} of ${proven.length} say ${[...new Set(others)].join(', ')}`,
    );
  });
}
