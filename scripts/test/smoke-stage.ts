import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun, type Run } from '../../packages/results/src/run-reader.ts';
import type { Sample } from '../../packages/results/src/sample.ts';
import { isBesideBulk } from '../../packages/scenarios/src/registry.ts';
import { VARIANTS } from '../../packages/variants/src/registry.ts';
import { runCommand } from '../run-command.ts';
import { runKills } from './kills.ts';
import { broken, type StageResult, together } from './stage.ts';

/** Limits in seconds. An idle machine of two cores takes half of them; a shared one has good and bad days. */
const BENCH_LIMIT_SECONDS = 720;
const EMULATED_LIMIT_SECONDS = 360;
/** One of each protocol. Every variant runs on loopback, and over networks in its own tests. */
const EMULATED_VARIANTS = 'node-ws,node-http1,node-http2,caddy-http3';
const REPORT_LIMIT_SECONDS = 10;
/** One of each run; `pnpm test:kills` has more. */
const KILLS = { count: 3, seed: 1 };

/**
 * Benches that are killed and resumed, a smoke bench of everything that runs here after it, a short one over an
 * emulated network, and a report of both.
 */
export async function runSmoke(root: string, resultsFolder: string): Promise<StageResult> {
  const killed = await runKills(root, join(resultsFolder, 'kills'), KILLS);
  const smoke = await benchStage(resultsFolder, 'smoke', [], BENCH_LIMIT_SECONDS);
  const emulated = await benchStage(
    resultsFolder,
    'emulated',
    `--networks 4g --scenarios 4f --window 2s --variants ${EMULATED_VARIANTS}`.split(' '),
    EMULATED_LIMIT_SECONDS,
  );
  return together([killed, smoke, emulated]);
}

/** One bench and its report: every cell valid, every sample over the variant's own protocol. */
async function benchStage(
  resultsFolder: string,
  name: string,
  options: readonly string[],
  limitSeconds: number,
): Promise<StageResult> {
  const folder = join(resultsFolder, name);
  await rm(folder, { recursive: true, force: true });
  const args = ['bench/runner/src/main.ts', '--preset', 'smoke', ...options, '--out', folder];
  const bench = await runCommand('node', args, { stdio: 'inherit' });
  const run = await readRun(folder).catch((error: unknown) => String(error));
  if (typeof run === 'string') return broken(`${name} bench: ${run}`);
  const missing = run.manifest.networks.filter(
    ({ backend, loopback }) => backend === null && !loopback,
  );
  if (missing.length > 0) {
    const skips = missing.map(({ profile, why }) => `${name} over ${profile.id}: ${why}`);
    return { passed: 0, failures: [], skips };
  }
  const report = await runCommand('node', ['reports/src/main.ts', folder], { stdio: 'inherit' });
  const result = stageResult([
    assertion(`${name} bench ends with exit code 0`, bench.exitCode === 0, `${bench.exitCode}`),
    withinLimit(`${name} bench`, bench.seconds, limitSeconds),
    ...networkAssertions(run),
    ...cellAssertions(run),
    ...protocolAssertions(run),
    assertion(`${name} report ends with exit code 0`, report.exitCode === 0, `${report.exitCode}`),
    withinLimit(`${name} report`, report.seconds, REPORT_LIMIT_SECONDS),
    ...['index.html', 'report.md', 'tables'].map((file) => {
      const isThere = existsSync(join(folder, 'report', file));
      return assertion(`the ${name} report has ${file}`, isThere, 'missing');
    }),
  ]);
  const skips = run.manifest.unsupported.map(
    ({ variant, reason }) => `${name} ${variant}: ${reason}`,
  );
  return { ...result, skips };
}

interface Assertion {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

function assertion(name: string, ok: boolean, detail: string): Assertion {
  return { name, ok, detail };
}

function stageResult(assertions: readonly Assertion[]): StageResult {
  return {
    passed: assertions.filter(({ ok }) => ok).length,
    failures: assertions.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
    skips: [],
  };
}

function withinLimit(what: string, seconds: number, limit: number): Assertion {
  return assertion(`${what} within ${limit} s`, seconds <= limit, `${seconds.toFixed(1)} s`);
}

function networkAssertions({ manifest }: Run): Assertion[] {
  return manifest.networks
    .filter(({ loopback }) => !loopback)
    .map(({ profile, certificate }) => {
      const problems = certificate?.problems ?? ['not measured'];
      const name = `the network ${profile.id} is inside tolerance`;
      return assertion(name, problems.length === 0, problems.join('; '));
    });
}

/** Every planned cell is there, and valid unless its variant cannot run here. */
function cellAssertions({ manifest, cells }: Run): Assertion[] {
  const planned = manifest.plannedCells;
  const isRun = (scenario: string): boolean => cells.some(({ cell }) => cell.scenario === scenario);
  const missing = manifest.config.scenarios.filter((scenario) => !isRun(scenario));
  return [
    assertion('every scenario has a cell', missing.length === 0, `none of ${missing.join(', ')}`),
    assertion('every planned cell ended', cells.length === planned, `${cells.length}/${planned}`),
    ...cells
      .filter(({ cell }) => cell.status !== 'unsupported')
      .map(({ cell, samples }) => {
        const failed = samples.filter(isFault).length;
        const problems = failed > 0 ? [...cell.reasons, `${failed} failed`] : cell.reasons;
        return assertion(`cell ${cell.cell}`, cell.valid && failed === 0, problems.join('; '));
      }),
  ];
}

/**
 * Whether a sample says that something does not work. A message that is not answered in time beside
 * a bulk says what the lab is there to find out (docs/decisions/0008).
 */
function isFault({ scenario, outcome }: Sample): boolean {
  if (outcome.status === 'ok') return false;
  return !(isBesideBulk(scenario) && outcome.status === 'failed' && outcome.code === 'timeout');
}

/** Proven, not assumed: each sample of a variant carries the variant's own protocol. */
function protocolAssertions({ manifest, cells }: Run): Assertion[] {
  const unsupported = new Set(manifest.unsupported.map(({ variant }) => variant));
  const networks = manifest.config.networks.join(', ');
  const chosen = VARIANTS.filter(({ id }) => manifest.config.variants.includes(id));
  return chosen
    .filter(({ id }) => !unsupported.has(id))
    .map(({ id, protocol }) => {
      const samples = cells.flatMap((finished) => finished.samples);
      const proven = samples.flatMap(({ variant, outcome }) =>
        variant === id && outcome.status === 'ok' ? [outcome.protocol] : [],
      );
      const others = proven.filter((other) => other !== protocol);
      return assertion(
        `every sample of ${id} over ${networks} says ${protocol}`,
        proven.length > 0 && others.length === 0,
        `${others.length} of ${proven.length} say ${[...new Set(others)].join(', ')}`,
      );
    });
}
