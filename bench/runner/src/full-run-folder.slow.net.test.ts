import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findTools } from '@holbench/harness/tools';
import { hasCode } from '@holbench/process/user-error';
import { RUN_FILES } from '@holbench/results/run-files';
import { readRun } from '@holbench/results/run-reader';
import { afterEach, beforeEach, expect, test } from 'vitest';

const tools = await findTools();
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const whyNot = isRoot ? (tools.chromium ? null : 'no Chromium') : 'mounting needs Linux and root';
const skipped = whyNot === null ? '' : ` (skipped: ${whyNot})`;
const PROGRAM = join(import.meta.dirname, 'main.ts');
/** Another measurement may have the machine. */
const TRIES = 60;

let root: string;
const disk = (): string => join(root, 'disk');
const run = (): string => join(disk(), 'run');
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-full-'));
  await mkdir(disk());
  if (isRoot) await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk()]);
});
afterEach(async () => {
  if (isRoot) await promisify(execFile)('umount', [disk()]);
  await rm(root, { recursive: true });
});

/** Runs a bench to its end. @returns how it ended, and what it printed as an error. */
async function bench(...args: string[]): Promise<{ exitCode: number | null; stderr: string }> {
  for (let tries = 1; ; tries += 1) {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    const isTaken = stderr.includes('is measuring on this machine');
    if (!isTaken || tries === TRIES) return { exitCode: child.exitCode, stderr };
    await delay(1_000);
  }
}

/** Takes all room of the disk as soon as a number of cells has ended. @returns what to delete again. */
async function fillAfter(cells: number): Promise<string> {
  const path = join(run(), RUN_FILES.cells);
  const ended = (): number =>
    existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
  await expect.poll(ended, { timeout: 100_000, interval: 20 }).toBe(cells);
  const filler = join(disk(), 'filler');
  await using file = await open(filler, 'w');
  for (const bytes of [65_536, 1]) {
    const part = Buffer.alloc(bytes);
    try {
      for (;;) await file.write(part);
    } catch (error) {
      if (!hasCode(error, 'ENOSPC')) throw error;
    }
  }
  return filler;
}

test.skipIf(whyNot !== null)(
  `a disk that fills under the run folder ends the bench, which goes on once there is room${skipped}`,
  { timeout: 200_000 },
  async () => {
    const choice = ['--variants', 'node-http1', '--scenarios', '1a', '--networks', 'loopback'];
    const args = ['--preset', 'smoke', ...choice, '--rounds', '2', '--jobs', '1', '--out', run()];
    const [ended, filler] = await Promise.all([bench(...args), fillAfter(1)]);
    expect(ended.stderr).toMatch(
      /^holbench: the run folder cannot be written \(ENOSPC: .*\); make room, then: pnpm bench --resume \S+\n$/,
    );
    expect(ended.exitCode).toBe(1);
    const before = await readRun(run());
    expect(before.cells).toHaveLength(1);
    expect(before.manifest.endedAt).toBeNull();

    await rm(filler);
    expect(await bench('--resume', run())).toEqual({ exitCode: 0, stderr: '' });
    const after = await readRun(run());
    expect(after.cells[0]).toEqual(before.cells[0]);
    expect(after.cells).toHaveLength(after.manifest.plannedCells);
    expect(after.cells.map(({ cell }) => [cell.status, cell.valid])).toEqual(
      after.cells.map(() => ['ok', true]),
    );
    expect(after.manifest.endedAt).not.toBeNull();
  },
);
