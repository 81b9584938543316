import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ProcessGroups } from './process-groups.ts';
import { parseStat, threadIds } from './proc-stat.ts';

/** A process that starts another which keeps a thread busy, and one that does nothing. */
const BURN = 'for (const end = Date.now() + 60_000; Date.now() < end; );';
const TREE = `
  const { spawn } = require('node:child_process');
  const start = (code) => spawn(process.execPath, ['-e', code], { stdio: 'inherit' });
  const children = [start(${JSON.stringify(BURN)}), start('setTimeout(() => {}, 60_000)')];
  console.log('started');
  process.on('SIGTERM', () => { for (const child of children) child.kill('SIGKILL'); process.exit(); });
`;

async function startTree() {
  const root = spawn(process.execPath, ['-e', TREE], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(root.stdout, 'data');
  return {
    pid: root.pid ?? 0,
    async [Symbol.asyncDispose]() {
      root.kill();
      await once(root, 'exit');
    },
  };
}

const linux = test.runIf(process.platform === 'linux');

linux('a tree is a process and whatever it started, before it was watched and after', async () => {
  await using tree = await startTree();
  const groups = new ProcessGroups();
  groups.watch('browser', tree.pid);
  const began = performance.now();
  await delay(500);
  const seconds = (performance.now() - began) / 1_000;
  const used = groups.read(seconds).get('browser');
  expect([...groups.membersOf(['browser'])]).toHaveLength(3);
  expect([...groups.membersOf(['server'])]).toEqual([]);
  // The machine may be busy; more than one core it cannot be, as only one thread works.
  expect(used?.cpuSeconds).toBeGreaterThan(0.1 * seconds);
  expect(used?.cpuSeconds).toBeLessThan(1.2 * seconds);
  expect(used?.busiestThreadSeconds).toBeGreaterThan(0.8 * (used?.cpuSeconds ?? 0));
  expect(used?.busiestThreadSeconds).toBeLessThanOrEqual(used?.cpuSeconds ?? 0);
  // Three times Node.
  expect(used?.residentPages).toBeGreaterThan(3 * 5_000);
});

linux('what a tree used before it was watched does not count, what is new does', async () => {
  await using tree = await startTree();
  const groups = new ProcessGroups();
  await delay(400);
  groups.watch('server', tree.pid);
  expect(groups.read(0.01).get('server')?.cpuSeconds).toBeLessThan(0.1);
  await using other = await startTree();
  await delay(300);
  groups.watch('proxy', other.pid);
  await delay(300);
  const use = groups.read(0.6);
  expect(use.get('server')?.cpuSeconds).toBeGreaterThan(0.1);
  expect(use.get('proxy')?.cpuSeconds).toBeGreaterThan(0.05);
  expect(use.get('proxy')?.cpuSeconds).toBeLessThan(0.45);
});

linux('a tree that has ended uses nothing', async () => {
  const groups = new ProcessGroups();
  {
    await using tree = await startTree();
    groups.watch('server', tree.pid);
    groups.read(0.1);
  }
  await delay(50);
  const used = groups.read(0.1).get('server');
  expect(used).toEqual({ cpuSeconds: 0, residentPages: 0, busiestThreadSeconds: 0 });
});

test('a name may hold anything', () => {
  const fields = Array.from({ length: 30 }, (_, index) => index + 3).join(' ');
  expect(parseStat(`12 (a) 9 (b c) S ${fields.slice(2)}`)).toEqual({
    parent: 4,
    ticks: 14 + 15,
    residentPages: 24,
  });
});

test('the threads of a process that is gone are none', () => {
  expect(threadIds(2 ** 30)).toEqual([]);
});
