import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** After the end of a lab process, in ms: docs/decisions/0040. */
const LIMIT_MS = 5_000;
const MODULE = new URL('managed-process.ts', import.meta.url).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-watcher-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A lab process. `start(script)` runs a script of a shell, whose command line contains this folder's name. */
function lab(lines: string): ChildProcess {
  const script = `
    const { ManagedProcess } = await import(${JSON.stringify(MODULE)});
    const start = (script) => ManagedProcess.start({
      name: 'child', command: 'sh', args: ['-c', script, ${JSON.stringify(folder)}],
      logPath: ${JSON.stringify(join(folder, 'child.log'))} });
    const living = setInterval(() => {}, 1000);
    ${lines}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Command lines of the running processes that have this test's folder in theirs. */
function running(): string[] {
  const all = execFileSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(folder) && !line.startsWith('Z'));
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test.each([
  ['a child', 'sleep 60; :'],
  ['a child that ignores SIGTERM', 'trap "" TERM; while :; do sleep 60; done'],
  ['what a child has started', 'sh -c "sleep 60; :" "$0"; :'],
  ['what a child that has ended has started', 'sh -c "sleep 60; :" "$0" &'],
])('%s ends soon after its lab process was killed', async (_what, script) => {
  const killed = lab(`await start(${JSON.stringify(script)}); console.log('started');`);
  if (killed.stdout === null) throw new Error('no output');
  await once(createInterface(killed.stdout), 'line');
  await expect.poll(() => running().some((line) => !line.includes('--eval'))).toBe(true);
  await kill(killed);
  await expect.poll(running, { timeout: LIMIT_MS }).toEqual([]);
});

test('a lab process is killed while it starts others: none of them stays', async () => {
  const attempts = Array.from({ length: 12 }, async (_, index) => {
    const killed = lab('console.log("begun"); for (;;) await start("sleep 60; :");');
    if (killed.stdout === null) throw new Error('no output');
    await once(killed.stdout, 'data');
    await delay(7 * index);
    await kill(killed);
  });
  await Promise.all(attempts);
  await expect.poll(running, { timeout: LIMIT_MS }).toEqual([]);
});

test('a watcher that was killed is replaced, and ends what the first one was to end', async () => {
  const killed = lab(`
    const { execFileSync } = await import('node:child_process');
    await start('sleep 60; :');
    const all = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
    const [, watcher] = new RegExp('^ *' + process.pid + ' +(\\\\d+) .*-c\\\\s+groups=', 'm').exec(all);
    process.kill(Number(watcher), 'SIGKILL');
    setTimeout(async () => { await start('sleep 60; :'); console.log('started'); }, 200);`);
  if (killed.stdout === null) throw new Error('no output');
  await once(createInterface(killed.stdout), 'line');
  await kill(killed);
  await expect.poll(running, { timeout: LIMIT_MS }).toEqual([]);
});

test('a lab process ends by itself although it has a watcher', async () => {
  const ending = lab("await (await start('sleep 60; :')).stop(); clearInterval(living);");
  expect(await once(ending, 'exit')).toEqual([0, null]);
});
