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
  ['SIGINT', 'SIGINT', '', 130],
  ['SIGTERM', 'SIGTERM', '', 143],
  ['SIGHUP', 'SIGHUP', '', 129],
  ['an uncaught error', null, 'setTimeout(() => { throw new Error("bug") })', 1],
  ['a rejection', null, 'void Promise.reject(new Error("bug"))', 1],
  ['process.exit', null, 'process.exit(7)', 7],
] as const)(
  'ended by %s, a process leaves no child behind',
  async (_by, signal, ending, exitCode) => {
    const lab = spawn(process.execPath, ['--input-type=module', '--eval', script(ending)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(lab, 'exit');
    const [line]: unknown[] = await once(createInterface(lab.stdout), 'line');
    if (signal !== null) lab.kill(signal);
    expect(await ended).toEqual([exitCode, null]);
    const children = [...String(line).matchAll(/\d+/g)].map(([pid]) => Number(pid));
    expect(children).toHaveLength(2);
    for (const pid of children) await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

test('the latest resource is released first, also where nothing can wait', async () => {
  const module = new URL('cleanup.ts', import.meta.url).href;
  const lines = `
    const { cleanUpAtExit } = await import(${JSON.stringify(module)});
    for (const name of ['folder', 'process']) cleanUpAtExit(async () => {}, () => console.log(name));
    process.exit(0);`;
  const lab = spawn(process.execPath, ['--input-type=module', '--eval', lines]);
  const printed: string[] = [];
  lab.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  await once(lab, 'close');
  expect(printed.join('')).toBe('process\nfolder\n');
});
