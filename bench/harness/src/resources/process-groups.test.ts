import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { ProcessGroup } from '@holbench/results/resources';
import { ProcessGroups } from './process-groups.ts';
import { threadIds } from './proc-stat.ts';

/** A process that starts another which keeps a thread busy, and one that does nothing. */
const BURN = 'for (const end = Date.now() + 60_000; Date.now() < end; );';
const TREE = `
  const { spawn } = require('node:child_process');
  const start = (code) => spawn(process.execPath, ['-e', code], { stdio: 'inherit' });
  const children = [start(${JSON.stringify(BURN)}), start('setTimeout(() => {}, 60_000)')];
  process.on('SIGTERM', () => { for (const child of children) child.kill('SIGKILL'); process.exit(); });
  console.log('started');
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

/** On a machine that is full of other work. */
const DEADLINE_SECONDS = 4;

const linux = test.runIf(process.platform === 'linux');

/** Reads until a group has used `cpuSeconds`: how soon it can depends on what else the machine does. */
async function readUntil(groups: ProcessGroups, group: ProcessGroup, cpuSeconds: number) {
  const began = performance.now();
  let total = 0;
  for (;;) {
    await delay(100);
    const used = groups.read(0.1).get(group);
    total += used?.cpuSeconds ?? 0;
    const seconds = (performance.now() - began) / 1_000;
    if (total >= cpuSeconds || seconds > DEADLINE_SECONDS) return { total, seconds, last: used };
  }
}

linux('a tree is a process and whatever it started, before it was watched and after', async () => {
  await using tree = await startTree();
  const groups = new ProcessGroups();
  groups.watch('browser', tree.pid);
  const { total, seconds, last } = await readUntil(groups, 'browser', 0.2);
  expect([...groups.membersOf(['browser'])]).toHaveLength(3);
  expect([...groups.membersOf(['server'])]).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(0.2);
  // Only one thread works, so more than one core it cannot be.
  expect(total).toBeLessThan(1.3 * seconds);
  expect(last?.busiestThreadSeconds).toBeLessThanOrEqual(last?.cpuSeconds ?? 0);
  expect(last?.busiestThreadSeconds).toBeGreaterThan(0.5 * (last?.cpuSeconds ?? 0));
  // Three times Node.
  expect(last?.residentPages).toBeGreaterThan(3 * 5_000);
});

linux('what a tree used before it was watched does not count, what it uses then does', async () => {
  await using tree = await startTree();
  const groups = new ProcessGroups();
  await delay(400);
  groups.watch('server', tree.pid);
  expect(groups.read(0.01).get('server')?.cpuSeconds).toBeLessThan(0.1);
  expect((await readUntil(groups, 'server', 0.1)).total).toBeGreaterThanOrEqual(0.1);
});

linux('processes that a member starts belong to its group', async () => {
  await using tree = await startTree();
  const groups = new ProcessGroups();
  groups.watch('artillery', process.pid);
  expect([...groups.membersOf(['artillery'])]).toContain(tree.pid);
  await using later = await startTree();
  await readUntil(groups, 'artillery', 0.2);
  expect([...groups.membersOf(['artillery'])]).toContain(later.pid);
});

linux('a tree that has ended uses nothing', async () => {
  const groups = new ProcessGroups();
  {
    await using tree = await startTree();
    groups.watch('server', tree.pid);
    groups.read(0.1);
  }
  // Its children are killed, and may be dying yet.
  await vi.waitFor(() => {
    const used = groups.read(0.1).get('server');
    expect(used).toEqual({ cpuSeconds: 0, residentPages: 0, busiestThreadSeconds: 0 });
  }, 5_000);
});

test('the threads of a process that is gone are none', () => {
  expect(threadIds(2 ** 30)).toEqual([]);
});
