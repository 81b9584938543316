import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

test('is there until it is disposed of', async () => {
  let path: string;
  {
    await using folder = await temporaryFolder('test');
    ({ path } = folder);
    await writeFile(join(path, 'file'), 'content');
    expect(path).toMatch(/holbench-test-\w+$/);
  }
  expect(existsSync(path)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s removes it', async (signal) => {
  const module = join(import.meta.dirname, 'temporary-folder.ts');
  const script = `
    const { temporaryFolder } = await import(${JSON.stringify(module)});
    await using folder = await temporaryFolder('test');
    console.log(folder.path);
    await new Promise(() => setInterval(() => {}, 1_000));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const [printed] = await once(child.stdout, 'data');
  const path = String(printed).trim();
  expect(existsSync(path)).toBe(true);
  child.kill(signal);
  await once(child, 'exit');
  expect(existsSync(path)).toBe(false);
});
