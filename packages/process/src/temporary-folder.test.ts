import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

test('is there until it is disposed of', async () => {
  let path: string;
  {
    await using folder = await temporaryFolder('test');
    ({ path } = folder);
    await writeFile(join(path, 'file'), 'content');
    expect(path).toMatch(new RegExp(`holbench-test-${process.pid}-\\d+-\\w+$`));
  }
  expect(existsSync(path)).toBe(false);
});

/** A process that makes a folder, and its path. */
async function owner(env: NodeJS.ProcessEnv = {}): Promise<{ child: ChildProcess; path: string }> {
  const module = join(import.meta.dirname, 'temporary-folder.ts');
  const script = `
    const { temporaryFolder } = await import(${JSON.stringify(module)});
    await using folder = await temporaryFolder('test');
    console.log(folder.path);
    await new Promise(() => setInterval(() => {}, 1_000));`;
  const args = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  const [printed] = await once(child.stdout, 'data');
  const path = String(printed).trim();
  expect(existsSync(path)).toBe(true);
  return { child, path };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'exit');
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s removes it', async (signal) => {
  const { child, path } = await owner();
  await end(child, signal);
  expect(existsSync(path)).toBe(false);
});

test('what a killed process left is removed by the next one, and nothing else', async () => {
  await using folder = await temporaryFolder('sweep');
  const env = { TMPDIR: folder.path };
  const living = await owner(env);
  const killed = await owner(env);
  await end(killed.child, 'SIGKILL');
  expect(existsSync(killed.path)).toBe(true);
  const name = basename(killed.path);
  const kept = [`${name}.mine`, name.replace('holbench', 'others')];
  for (const each of kept) await mkdir(join(folder.path, each));
  // A link may lead anywhere.
  await symlink(living.path, `${killed.path}x`);
  const next = await owner(env);
  expect(existsSync(killed.path)).toBe(false);
  const left = [...kept, `${name}x`, basename(living.path), basename(next.path)];
  expect((await readdir(folder.path)).toSorted()).toEqual(left.toSorted());
  for (const { child } of [living, next]) await end(child, 'SIGTERM');
});
