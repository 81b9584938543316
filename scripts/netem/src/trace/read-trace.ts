import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf, UserError } from '@holbench/process/user-error';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { writeWhole } from '@holbench/process/write-whole';
import type { DownOrUp, LinkTrace, NetworkProfile } from '@holbench/results/network-profile';
import { MAX_RATE_KBPS, MIN_RATE_KBPS } from '../units.ts';
import { extreme, lengthMs, mean, ratesKbps, type Trace } from './trace.ts';

/** Paths: of our CSV or of one Mahimahi file for both directions, or of a Mahimahi file for each. */
export type TraceFiles = string | Readonly<Record<DownOrUp, string>>;

const HEADER = 'start_ms,down_packets,up_packets';
/** Mahimahi's packet opportunities are counted in steps of this length, as in our own files. */
const MAHIMAHI_STEP_MS = 20;
/** A file that repeats more often than this is repeated here, so that whole repetitions fill whole steps. */
const SHORT_MS = 10_000;
const DAY_MS = 86_400_000;
const MAX_FILE_BYTES = 2 ** 26;
const REMEDY =
  `a trace is our CSV ("${HEADER}"), or Mahimahi's format: the time in ms of each packet ` +
  'opportunity, one a line (docs/networks.md)';

const known = new Map<string, Trace>();

/**
 * Reads a recorded capacity, once per process.
 * @throws UserError, one line with the file, its line and the remedy.
 */
export function readTrace(files: TraceFiles): Trace {
  const key = JSON.stringify(files);
  const trace = known.get(key) ?? parse(files);
  known.set(key, trace);
  return trace;
}

/** Recorded links, apart from the code and under a licence of their own (the README there). */
export const SHIPPED = join(import.meta.dirname, '../../traces');
/** What links of this clone have replayed: a run may be resumed without its profile files. */
const KEPT = join(PROJECT_ROOT, '.cache/netem/traces');

/** The one that a manifest names: read by this process, shipped, or kept; null when it is none of them. */
function knownTrace({ file, sha256 }: Pick<LinkTrace, 'file' | 'sha256'>): Trace | null {
  const found = () => [...known.values()].find((trace) => trace.sha256 === sha256) ?? null;
  for (const path of [join(SHIPPED, file), keptPath(sha256)]) {
    if (found() === null && existsSync(path)) readTrace(path);
  }
  return found();
}

/**
 * The trace of a profile; null where it has none.
 * @throws UserError when it is neither read by this process, nor shipped, nor kept.
 */
export function traceOf({ id, down }: NetworkProfile): Trace | null {
  if (!down.trace) return null;
  const { file, sha256 } = down.trace;
  const trace = knownTrace(down.trace);
  if (trace !== null) return trace;
  throw new UserError(
    `${id}: its trace ${file} (sha256 ${sha256}) is not there; name its profile file in --networks`,
  );
}

/** Keeps it for `traceOf` in later processes. */
export async function keepTrace(trace: Trace): Promise<void> {
  const path = keptPath(trace.sha256);
  if (existsSync(path)) return;
  mkdirSync(KEPT, { recursive: true });
  await writeWhole(path, formatTrace(trace));
}

function keptPath(sha256: string): string {
  return join(KEPT, `${sha256}.csv`);
}

/** As our CSV. */
export function formatTrace({ stepMs, packets }: Pick<Trace, 'stepMs' | 'packets'>): string {
  const rows = packets.down.map((down, n) => `${n * stepMs},${down},${packets.up[n]}`);
  return `${[HEADER, ...rows].join('\n')}\n`;
}

function parse(files: TraceFiles): Trace {
  const paths = typeof files === 'string' ? [files] : [files.down, files.up];
  const [first = '', second = first] = paths;
  const lines = read(first);
  const counts =
    lines[0] === HEADER && second === first
      ? csv(first, lines.slice(1))
      : mahimahi([first, lines], [second, second === first ? lines : read(second)]);
  const sha256 = createHash('sha256').update(formatTrace(counts)).digest('hex');
  const file = [...new Set(paths)].map((path) => basename(path)).join('+');
  const trace = { file, sha256, ...counts };
  assertUsable(trace, paths.join(', '));
  return trace;
}

type Counts = Pick<Trace, 'stepMs' | 'packets'>;

function csv(path: string, rows: readonly string[]): Counts {
  const parsed = rows.map((row, index) => {
    const cells = row.split(',').map(wholeNumber);
    const [startMs = null, down = null, up = null] = cells;
    if (cells.length !== 3 || startMs === null || down === null || up === null) {
      throw refusal(path, index + 2, `"${row}" is not three whole numbers; ${REMEDY}`);
    }
    return { startMs, down, up };
  });
  const [start, next] = parsed;
  if (!start || !next) throw new UserError(`${path}: the trace is empty; ${REMEDY}`);
  const stepMs = next.startMs - start.startMs;
  const wrong = parsed.findIndex(({ startMs }, n) => startMs !== n * stepMs);
  if (wrong >= 0 || stepMs <= 0) {
    const ms = parsed[Math.max(0, wrong)]?.startMs;
    const problem = `start_ms ${ms} is not monotonic in equal steps from 0; sort and fill the rows`;
    throw refusal(path, Math.max(0, wrong) + 2, problem);
  }
  const packets = { down: parsed.map(({ down }) => down), up: parsed.map(({ up }) => up) };
  return { stepMs, packets };
}

type File = readonly [path: string, lines: readonly string[]];

/**
 * Two of different lengths repeat together: the shorter one waits for the end of the longer one. Mahimahi repeats after
 * the last time of a file; a long one is cut off at the next step, which is less than 0.2 % longer.
 */
function mahimahi(downFile: File, upFile: File): Counts {
  const [down, up] = [opportunities(downFile), opportunities(upFile)];
  const lastMs = Math.max(1, down.at(-1) ?? 0, up.at(-1) ?? 0);
  if (lastMs > DAY_MS) throw tooLong(downFile[0]);
  const times = lastMs > SHORT_MS ? 1 : repetitions(lastMs);
  const steps = Math.ceil((times * lastMs) / MAHIMAHI_STEP_MS);
  const counted = (once: readonly number[]): number[] => {
    const counts = Array.from({ length: steps }, () => 0);
    for (let time = 0; time < times; time += 1) {
      for (const ms of once) {
        const step = Math.min(steps - 1, Math.floor((time * lastMs + ms) / MAHIMAHI_STEP_MS));
        counts[step] = (counts[step] ?? 0) + 1;
      }
    }
    return counts;
  };
  return { stepMs: MAHIMAHI_STEP_MS, packets: { down: counted(down), up: counted(up) } };
}

/** The fewest that fill whole steps, two at least, as our CSV has. */
function repetitions(lastMs: number): number {
  const all = Array.from({ length: 2 * MAHIMAHI_STEP_MS }, (_, n) => n + 1);
  const fills = (times: number): boolean =>
    (times * lastMs) % MAHIMAHI_STEP_MS === 0 && times * lastMs >= 2 * MAHIMAHI_STEP_MS;
  return all.find(fills) ?? 1;
}

function opportunities([path, lines]: File): number[] {
  if (lines.length === 0) throw new UserError(`${path}: the trace is empty; ${REMEDY}`);
  let before = 0;
  return lines.map((line, index) => {
    const ms = wholeNumber(line);
    if (ms === null) throw refusal(path, index + 1, `"${line}" is not a time in ms; ${REMEDY}`);
    if (ms < before) {
      throw refusal(path, index + 1, `${ms} ms after ${before} ms is not monotonic; sort the file`);
    }
    before = ms;
    return ms;
  });
}

function assertUsable(trace: Trace, of: string): void {
  if (lengthMs(trace) > DAY_MS) throw tooLong(of);
  for (const direction of ['down', 'up'] as const) {
    const rates = ratesKbps(trace, direction);
    const meanKbps = mean(rates);
    if (meanKbps === 0) {
      throw new UserError(`${of}: the trace lets no packet pass ${direction}; give one that does`);
    }
    const mostKbps = extreme(rates, Math.max);
    if (meanKbps < MIN_RATE_KBPS || mostKbps > MAX_RATE_KBPS) {
      throw new UserError(
        `${of}: no backend holds its rate ${direction} (mean ${meanKbps.toPrecision(3)}, most ${mostKbps.toPrecision(3)} ` +
          `kbit/s); give a mean of at least ${MIN_RATE_KBPS} kbit/s and steps of at most ${MAX_RATE_KBPS / 1e6} Gbit/s`,
      );
    }
  }
}

function tooLong(of: string): UserError {
  return new UserError(`${of}: the trace is longer than a day; cut it`);
}

function refusal(path: string, line: number, problem: string): UserError {
  return new UserError(`${path}:${line}: ${problem}`);
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Its lines, without blanks at the ends of the file and of lines. */
function read(path: string): string[] {
  try {
    const stats = statSync(path);
    // No devices and pipes, some of which never end.
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) {
      throw new Error(`not a file of at most ${MAX_FILE_BYTES / 2 ** 20} MiB`);
    }
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? [] : text.split('\n').map((line) => line.trim());
  } catch (error) {
    const [problem = ''] = messageOf(error).split('\n');
    throw new UserError(`the trace ${path} cannot be read: ${problem}; check its path`);
  }
}
