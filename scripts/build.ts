import { globSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { runCommand } from './run-command.ts';

/**
 * `pnpm build`: the pages by Vite into client/dist and demo/dist, and each server into one plain JavaScript file,
 * because servers may have to run on a Node that cannot strip types (docs/decisions). Artillery's users are one file,
 * too: its distributed runners upload the script and its processor, and nothing of a workspace.
 *
 * With `--server node --into FOLDER` only the servers of that folder, into another one; with `--ws FOLDER` with
 * another version of that library, for runs that compare versions.
 */
const SERVERS = 'src/{ws,http1,http2,spdy}.ts';

/** Resolved at run time from the package's node_modules: they hold native code or load it. */
const EXTERNAL = new Set(['bufferutil', 'uWebSockets.js', 'utf-8-validate']);

const root = join(import.meta.dirname, '..');
const startedAt = performance.now();
const { values: given } = parseArgs({
  options: { server: { type: 'string' }, into: { type: 'string' }, ws: { type: 'string' } },
});
await (given.server === undefined
  ? Promise.all([
      buildPage('client'),
      buildPage('demo'),
      ...globSync('servers/*/src', { cwd: root }).map((folder) =>
        buildServers(join(folder, '..'), join(root, folder, '..')),
      ),
      bundle('bench/artillery/users.ts', 'bench/artillery/dist/processor.mjs', 'node22').then(() =>
        copyFile(
          join(root, 'bench/artillery/scenarios.yml'),
          join(root, 'bench/artillery/dist/scenarios.yml'),
        ),
      ),
    ])
  : buildServers(join('servers', given.server), given.into ?? ''));
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

/** @param into folder that gets them in dist/. */
async function buildServers(folder: string, into: string): Promise<void> {
  await Promise.all(
    globSync(SERVERS, { cwd: join(root, folder) }).map((entry) =>
      bundle(
        join(folder, entry),
        join(into, entry.replace('src/', 'dist/').replace(/\.ts$/, '.js')),
        'node20',
      ),
    ),
  );
}

async function bundle(entry: string, file: string, target: string): Promise<void> {
  await build({
    cwd: root,
    input: entry,
    platform: 'node',
    external: (id) => isBuiltin(id) || EXTERNAL.has(id),
    transform: { target },
    resolve: { alias: given.ws === undefined ? {} : webSocketLibrary(given.ws) },
    logLevel: 'warn',
    output: {
      file: resolve(root, file),
      format: 'esm',
      // What is imported on demand is in the same file.
      codeSplitting: false,
      sourcemap: true,
    },
  });
}

/** By an absolute path, the `exports` of a package do not apply. */
function webSocketLibrary(folder: string): Record<string, string> {
  return { 'ws/package.json': join(folder, 'package.json'), ws: join(folder, 'wrapper.mjs') };
}
