import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isRunning, parseStat, processStat } from './is-running.ts';

test('this process runs, one that has ended does not', () => {
  expect(isRunning(process.pid)).toBe(true);
  expect(isRunning(spawnSync(process.execPath, ['--eval', '']).pid)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a zombie does not run', async () => {
  // The shell becomes a program that never reaps what the shell started, before that ends.
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60']);
  const [printed]: unknown[] = await once(parent.stdout, 'data');
  const pid = Number(String(printed));
  await expect.poll(() => processStat(pid)?.state, { timeout: 10_000 }).toBe('Z');
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(isRunning(pid)).toBe(false);
  parent.kill();
});

test.skipIf(process.platform !== 'linux')('the kernel says whose child a process is', () => {
  const own = processStat(process.pid);
  expect(own?.parentPid).toBe(process.ppid);
  expect(Number(own?.startTicks)).toBeGreaterThan(0);
  expect(processStat(2 ** 30)).toBeNull();
});

test('a name may hold anything', () => {
  const fields = Array.from({ length: 30 }, (_, index) => index + 3).join(' ');
  expect(parseStat(`12 (a) 9 (b c) S ${fields.slice(2)}`)).toEqual({
    state: 'S',
    parentPid: 4,
    childTicks: 33,
    ticks: 14 + 15,
    startTicks: '22',
    residentPages: 24,
  });
});
