import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanUpAtExit } from '../packages/process/src/cleanup.ts';
import { runCommand } from './run-command.ts';

/**
 * `pnpm dev [VARIANT] [options of pnpm serve]`: serves a variant, and builds and serves it again
 * whenever a source of page or servers changes. Reload the page then. Ctrl-C ends it.
 */
const [variant = 'node-ws', ...options] = process.argv.slice(2);
if (variant === '--help') {
  console.log(
    'Usage: pnpm dev [VARIANT] [options of pnpm serve]\n\nServes it, and builds and serves again at every change.',
  );
  process.exit();
}
const root = join(import.meta.dirname, '..');
const WATCHED = ['client/src', 'packages', 'servers', 'caddy', 'envoy'];
/** Editors write several files at once. */
const SETTLE_MS = 200;

let changed = Promise.withResolvers<void>();
for (const folder of WATCHED) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name !== null && !/(^|\/)(dist|node_modules)\//.test(name)) changed.resolve();
  });
}

for (;;) {
  changed = Promise.withResolvers<void>();
  const { exitCode, output } = await runCommand('node', ['scripts/build.ts'], { stdio: 'capture' });
  console.log(output.trimEnd());
  const stop = exitCode === 0 ? serve() : null;
  await changed.promise;
  await delay(SETTLE_MS);
  await stop?.();
}

/** @returns a function that stops the server; it may have ended before, by itself or by a signal. */
function serve(): () => Promise<void> {
  const program = join(root, 'bench/target/src/serve-main.ts');
  const server = spawn(process.execPath, [program, variant, ...options], { stdio: 'inherit' });
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill();
    await ended;
  };
  const forget = cleanUpAtExit(stop, () => server.kill('SIGKILL'));
  return () => stop().finally(forget);
}
