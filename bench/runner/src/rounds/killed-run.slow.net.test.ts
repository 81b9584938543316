import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { findTools } from '@holbench/harness/tools';
import { RUN_FILES } from '@holbench/results/run-files';
import { readRun } from '@holbench/results/run-reader';
import { afterEach, beforeEach, expect, test } from 'vitest';

const tools = await findTools();
const skipped = tools.chromium ? '' : ' (skipped: no Chromium)';
/** Another measurement may have the machine. */
const TRIES = 60;
const PROGRAM = join(import.meta.dirname, '../main.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-killed-'));
});
afterEach(() => rm(folder, { recursive: true }));

let running: ChildProcess | null = null;
afterEach(() => void running?.kill('SIGTERM'));

function bench(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  return child;
}

test.skipIf(tools.chromium === null)(
  `a killed run goes on within its budget${skipped}`,
  { timeout: 240_000 },
  async () => {
    const run = join(folder, 'run');
    const choice = ['--scenarios', 'download', '--variants', 'node-http1', '--networks', 'ideal'];
    // The budget ends it, however busy the machine is.
    const rule = ['--rounds', '40', '--budget', '60s'];
    const args = ['--preset', 'smoke', ...choice, ...rule, '--out', run];
    let killed = bench(...args);
    let tries = 1;
    const lines = (): number => {
      const path = join(run, RUN_FILES.cells);
      return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
    };
    // Then something of the third round has begun.
    while (lines() < 2) {
      await delay(50);
      if (killed.exitCode === null) continue;
      expect((tries += 1)).toBeLessThan(TRIES);
      killed = bench(...args);
    }
    await delay(1_000);
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    const before = await readRun(run);
    expect(before.cells.map(({ cell }) => cell.round)).toEqual([0, 1]);
    expect(before.manifest.endedAt).toBeNull();

    let printed = '';
    for (let tries = 0; tries < TRIES && printed === ''; tries += 1) {
      printed = await text(bench('--resume', run).stdout);
    }
    const after = await readRun(run);
    const rounds = after.cells.map(({ cell }) => cell.round);
    expect(rounds.length).toBeGreaterThan(2);
    expect(rounds).toEqual(rounds.map((_, index) => index));
    expect(after.cells.slice(0, 2)).toEqual(before.cells);
    expect(after.manifest.config.budgetSeconds).toBe(60);
    expect(after.manifest.endedAt).not.toBeNull();
    expect(after.manifest.plannedCells).toBe(rounds.length);
    expect(printed).toContain(`time limit (--budget): ended after ${rounds.length} rounds; `);
  },
);
