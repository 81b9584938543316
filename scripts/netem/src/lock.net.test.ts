import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { lockMachine } from './lock.ts';

const MODULE = new URL('lock.ts', import.meta.url).href;
/** Not the machine's own lock: somebody may be measuring. */
const NAME = `\0holbench-test-${process.pid}`;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that takes the lock and keeps it. */
async function holder(purpose: string): Promise<ChildProcess> {
  const script = `
    const { lockMachine } = await import(${JSON.stringify(MODULE)});
    await lockMachine(${JSON.stringify(purpose)}, ${JSON.stringify(NAME)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

test('a second process is refused and told who holds the lock', async () => {
  const first = await holder('pnpm bench');
  await expect(lockMachine('pnpm netem certify', NAME)).rejects.toThrow(
    `"pnpm bench" (process ${first.pid}) is measuring on this machine`,
  );
});

test('a killed holder leaves no lock', async () => {
  const first = await holder('pnpm bench');
  first.kill('SIGKILL');
  await once(first, 'exit');
  await using _lock = await lockMachine('pnpm bench', NAME);
});

test('a released lock can be taken again', async () => {
  {
    await using _lock = await lockMachine('one', NAME);
    await expect(lockMachine('two', NAME)).rejects.toThrow('"one"');
  }
  await using _lock = await lockMachine('three', NAME);
});

test('the lock does not keep a process alive', async () => {
  const script = `
    const { lockMachine } = await import(${JSON.stringify(MODULE)});
    await lockMachine('short', ${JSON.stringify(NAME)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  expect(await once(child, 'exit')).toEqual([0, null]);
});
