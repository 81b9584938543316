import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDataset } from '@holbench/dataset/generate';

let root: string;
let data: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-serve-'));
  data = await ensureDataset(root, 1_000);
});
afterAll(() => rm(root, { recursive: true }));

const SERVE = new URL('serve.ts', import.meta.url).href;

/** Runs a server program whose `listen` is `body`, until it ends. */
function serverProgram(body: string): Promise<{ exitCode: number | null; log: string }> {
  const program = `import { serve } from '${SERVE}'; await serve({}, async () => { ${body} });`;
  const options = ['--variant', 'none', '--port', '1', '--assets', root, '--data', data];
  const args = ['--input-type=module-typescript', '-e', program, 'server', ...options];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { timeout: 5_000 }, (_error, _stdout, log) =>
      resolve({ exitCode: child.exitCode, log }),
    );
  });
}

test.each([
  ['an uncaught exception', `setTimeout(() => { throw new Error('lost its mind'); }, 10);`],
  ['an unhandled rejection', `void Promise.reject(new Error('lost its mind'));`],
])('%s ends the process with a non-zero code, after saying why', async (_name, body) => {
  const stop = `setInterval(() => {}, 1_000); return () => Promise.resolve();`;
  const { exitCode, log } = await serverProgram(`${body} ${stop}`);
  expect(log).toContain('lost its mind');
  expect(exitCode).toBe(1);
});
