import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from './is-running.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-cleanup-'));
});
afterEach(() => rm(folder, { recursive: true }));

const MODULE = new URL('managed-process.ts', import.meta.url).href;

/** A lab process with two children; it prints their ids, then does `ending`. */
function script(ending: string): string {
  return `
    const { ManagedProcess } = await import(${JSON.stringify(MODULE)});
    const start = (name) => ManagedProcess.start({
      name, command: 'sleep', args: ['60'], logPath: ${JSON.stringify(join(folder, 'sleep.log'))} });
    const [a, b] = [await start('a'), await start('b')];
    console.log(JSON.stringify([a.pid, b.pid]));
    setInterval(() => {}, 1000);
    ${ending}`;
}

test.each([
  { by: 'SIGINT', ending: '', exitCode: 130 },
  { by: 'SIGTERM', ending: '', exitCode: 143 },
  { by: 'SIGHUP', ending: '', exitCode: 129 },
  { by: 'an uncaught error', ending: 'setTimeout(() => { throw new Error("bug") })', exitCode: 1 },
  { by: 'a rejection', ending: 'void Promise.reject(new Error("bug"))', exitCode: 1 },
  { by: 'process.exit', ending: 'process.exit(7)', exitCode: 7 },
])('ended by $by, a process leaves no child behind', async ({ by, ending, exitCode }) => {
  const lab = spawn(process.execPath, ['--input-type=module', '--eval', script(ending)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(lab, 'exit');
  const [line] = (await once(createInterface(lab.stdout), 'line')) as [string];
  if (by.startsWith('SIG')) lab.kill(by as NodeJS.Signals);
  expect(await ended).toEqual([exitCode, null]);
  for (const pid of JSON.parse(line) as number[]) {
    await expect.poll(() => isRunning(pid)).toBe(false);
  }
});
