import { globSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'rolldown';
import { runCommand } from './run-command.ts';

/**
 * `pnpm build`: the pages by Vite into client/dist and demo/dist, and each server into one plain JavaScript file,
 * because servers may have to run on a Node that cannot strip types (docs/decisions). Artillery's users are one file,
 * too: its distributed runners upload the script and its processor, and nothing of a workspace.
 */
const SERVERS = 'servers/*/src/{ws,http1,http2,spdy}.ts';

/** Resolved at run time from the package's node_modules: they hold native code or load it. */
const EXTERNAL = new Set(['bufferutil', 'uWebSockets.js', 'utf-8-validate']);

const root = join(import.meta.dirname, '..');
const startedAt = performance.now();
await Promise.all([
  buildPage('client'),
  buildPage('demo'),
  ...globSync(SERVERS, { cwd: root }).map((entry) =>
    bundle(entry, entry.replace('/src/', '/dist/').replace(/\.ts$/, '.js'), 'node20'),
  ),
  bundle('bench/artillery/users.ts', 'bench/artillery/dist/processor.mjs', 'node22').then(() =>
    copyFile(
      join(root, 'bench/artillery/scenarios.yml'),
      join(root, 'bench/artillery/dist/scenarios.yml'),
    ),
  ),
]);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(process.exitCode ? 'the build failed' : `built in ${seconds} s`);

async function buildPage(folder: string): Promise<void> {
  const { exitCode, output } = await runCommand('node', ['--run', 'build'], {
    cwd: join(root, folder),
    stdio: 'capture',
  });
  if (exitCode !== 0) {
    console.error(output);
    process.exitCode = 1;
  }
}

async function bundle(entry: string, file: string, target: string): Promise<void> {
  await build({
    cwd: root,
    input: entry,
    platform: 'node',
    external: (id) => isBuiltin(id) || EXTERNAL.has(id),
    transform: { target },
    logLevel: 'warn',
    output: {
      file: join(root, file),
      format: 'esm',
      // What is imported on demand is in the same file.
      codeSplitting: false,
      sourcemap: true,
    },
  });
}
