import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../packages/results/src/block.ts';
import { readRun, type Run } from '../../packages/results/src/run-reader.ts';
import type { Sample } from '../../packages/results/src/sample.ts';
import { isBesideBulk } from '../../packages/scenarios/src/registry.ts';
import { VARIANTS } from '../../packages/variants/src/registry.ts';
import { runCommand } from '../../scripts/run-command.ts';
import { runKills } from './kills.ts';
import { ONE_OF_EACH_PROTOCOL, runsSlowTests } from './left-out.ts';
import { broken, type StageResult, together } from './stage.ts';

interface SmokeBench {
  readonly name: string;
  /** Besides the preset. */
  readonly options: string;
  /** An idle machine of two cores takes half of it; a shared one has good and bad days. */
  readonly limitSeconds: number;
}

const REPORT_LIMIT_SECONDS = 10;

/** Every scenario and kind on every other variant, and small messages beside a download over an emulated network. */
const ALL: readonly SmokeBench[] = [
  { name: 'smoke', options: '', limitSeconds: 720 },
  emulated(ONE_OF_EACH_PROTOCOL.map(({ id }) => id)),
];

/** Each variant with one scenario, each scenario on one variant. */
const QUICK: readonly SmokeBench[] = [
  { name: 'variants', options: '--scenarios 1a --kinds text', limitSeconds: 120 },
  {
    name: 'scenarios',
    options: '--variants node-http2 --kinds text',
    limitSeconds: 240,
  },
  emulated(['node-ws', 'caddy-http3']),
];

function emulated(variants: readonly string[]): SmokeBench {
  const options = `--networks reference-4g --scenarios download,upload --connections 2 --variants ${variants.join()}`;
  return { name: 'emulated', options, limitSeconds: 360 };
}

/** Benches that are killed and resumed, smoke benches after them, and a report of each. */
export async function runSmoke(root: string, resultsFolder: string): Promise<StageResult> {
  // One of each run with slow tests; `pnpm test:kills` has more.
  const kills = { count: runsSlowTests() ? 3 : 1, seed: 1 };
  const results = [await runKills(root, join(resultsFolder, 'kills'), kills)];
  for (const bench of runsSlowTests() ? ALL : QUICK) {
    results.push(await benchStage(resultsFolder, bench));
  }
  return together(results);
}

/** One bench and its report: every cell valid, every sample over the variant's own protocol. */
async function benchStage(
  resultsFolder: string,
  { name, options, limitSeconds }: SmokeBench,
): Promise<StageResult> {
  const folder = join(resultsFolder, name);
  await rm(folder, { recursive: true, force: true });
  const command = `bench/runner/src/main.ts --preset smoke ${options}`.trim().split(' ');
  const bench = await runCommand('node', [...command, '--out', folder], { stdio: 'inherit' });
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
  const missing = namesIn(manifest, 'scenarios').filter((scenario) => !isRun(scenario));
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
  const networks = namesIn(manifest, 'networks').join(', ');
  const chosen = VARIANTS.filter(({ id }) => namesIn(manifest, 'variants').includes(id));
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
