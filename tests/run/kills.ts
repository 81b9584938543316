import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Cell } from '../../packages/results/src/cell.ts';
import { RUN_FILES } from '../../packages/results/src/run-files.ts';
import { readRun } from '../../packages/results/src/run-reader.ts';
import { derivedSeed } from '../../packages/stats/src/derived-seed.ts';
import { seededRandom } from '../../packages/stats/src/seeded-random.ts';
import { BenchInFolder } from './killed-bench.ts';
import type { StageResult } from './stage.ts';

/** After a kill, until no process may run, in ms. */
const PROCESSES_LIMIT_MS = 5_000;

/** Short runs, which take turns; together they have a process of each kind. */
const RUNS = [
  {
    // A server, a proxy, Chromium, rattan and the measurement of its link.
    options: '--variants node-ws,caddy-http3 --scenarios 1a --kinds text --networks ideal',
    cells: 2,
    // A kill is up to so long after the cell before it: about as long as the start, or a cell, takes.
    longestMs: 6_000,
  },
  {
    // Artillery and its Chromium.
    options: '--variants node-http1 --scenarios 1b --networks ideal',
    cells: 2,
    longestMs: 8_000,
  },
  {
    // The recorders of packets and of sockets, and beacons.
    options:
      '--variants node-http2 --scenarios download --kinds text --networks reference-4g --connections 2 --record-wait all',
    cells: 1,
    longestMs: 20_000,
  },
];

export interface Kills {
  readonly count: number;
  readonly seed: number;
}

/** Kills short benches at random moments and resumes each: nothing is lost, repeated or left behind. */
export async function runKills(root: string, folder: string, kills: Kills): Promise<StageResult> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    const reason = 'killed bench: only root makes network namespaces, of Linux';
    return { passed: 0, failures: [], skips: [reason] };
  }
  const failures: string[] = [];
  for (let index = 0; index < kills.count; index += 1) {
    const startedAt = performance.now();
    const name = `kill ${index} of seed ${kills.seed}`;
    const { told, problems } = await killOnce(root, join(folder, `${index}`), kills.seed, index);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log(`${name}: ${told}: ${problems.join('; ') || 'all is well'} (${seconds} s)`);
    failures.push(...problems.map((problem) => `${name}: ${problem}`));
  }
  const passed = Math.max(
    0,
    kills.count - new Set(failures.map((line) => line.split(':')[0])).size,
  );
  return { passed, failures, skips: [] };
}

async function killOnce(
  root: string,
  folder: string,
  seed: number,
  index: number,
): Promise<{ told: string; problems: string[] }> {
  const random = seededRandom(derivedSeed('kill', seed, index));
  const run = RUNS[index % RUNS.length];
  if (!run) throw new Error('no run');
  const moment = { finishedCells: random.below(run.cells), afterMs: random.below(run.longestMs) };
  // Short, as it is part of the paths of sockets.
  const temporary = await mkdtemp(join(tmpdir(), 'hb-'));
  // Servers and browsers may be another user's.
  await chmod(temporary, 0o711);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, '..'), { recursive: true });
  const bench = new BenchInFolder(root, folder, temporary);
  try {
    await bench.kill(['--preset', 'smoke', ...run.options.split(' ')], moment);
    const left = await timeWithout(() => bench.processes());
    const before = await readRun(folder);
    const had = `${before.cells.length} of ${run.cells} cells, ${bench.namespaces().length} namespaces`;
    const told = `${moment.afterMs} ms after cell ${moment.finishedCells}, with ${had}, processes for ${left.ms} ms`;
    const printed = await bench.resume();
    const after = await readRun(folder);
    const kept = after.cells.slice(0, before.cells.length);
    const problems = [
      ...left.still.map((command) => `runs after ${PROCESSES_LIMIT_MS} ms: ${command}`),
      ...(isDeepStrictEqual(kept, before.cells) ? [] : ['a finished cell was lost or repeated']),
      ...lineProblems(folder, after.manifest.plannedCells),
      ...after.cells.flatMap(({ cell }) => failureOf(cell)),
      ...(after.manifest.endedAt === null ? [`the run has no end: ${printed}`] : []),
      ...bench.processes().map((command) => `runs at the end: ${command}`),
      ...[...bench.namespaces(), ...bench.files()].map((path) => `left behind: ${path}`),
    ];
    return { told, problems };
  } catch (error) {
    return { told: 'not tested', problems: [String(error)] };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A busy machine has links outside of tolerance, which is not the fault of a kill. */
function failureOf({ cell, status, reasons: [reason = ''] }: Cell): string[] {
  const isFault = status !== 'ok' && !reason.startsWith('network outside tolerance');
  return isFault ? [`${cell} is ${status}: ${reason.slice(0, 200)}`] : [];
}

/** Each planned cell has one line, and not more. */
function lineProblems(folder: string, planned: number): string[] {
  const lines = readFileSync(join(folder, RUN_FILES.cells), 'utf8').trimEnd().split('\n');
  return lines.length === planned ? [] : [`${lines.length} lines of ${planned} cells`];
}

/** Waits until a list is empty. @returns how long that took, and what is still in it. */
async function timeWithout(list: () => string[]): Promise<{ ms: number; still: string[] }> {
  const startedAt = performance.now();
  for (;;) {
    const still = list();
    const ms = Math.round(performance.now() - startedAt);
    if (still.length === 0 || ms > PROCESSES_LIMIT_MS) return { ms, still };
    await delay(20);
  }
}
