import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const NAMESPACES = '/run/netns';
const DEADLINE_MS = 60_000;

/** A bench that was ended by SIGKILL while a cell ran. */
export interface KilledBench {
  /** Network namespaces that it left, right after its end. */
  readonly left: readonly string[];
  /** Those of them that are there now. */
  stillThere(): string[];
}

/**
 * Starts a bench of two cells over a network of namespaces and kills it inside the second.
 * @throws Error when it never came so far.
 */
export async function killBench(root: string, folder: string): Promise<KilledBench> {
  const program = join(root, 'bench/runner/src/main.ts');
  const choice = ['--variants', 'caddy-http3', '--scenarios', '1a', '--networks', 'ideal'];
  const args = [program, '--preset', 'smoke', ...choice, '--out', folder];
  const bench = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
  const ended = once(bench, 'exit');
  const namespaces = (): string[] =>
    existsSync(NAMESPACES)
      ? readdirSync(NAMESPACES).filter((name) => name.startsWith(`hb-${bench.pid}-`))
      : [];
  const deadline = performance.now() + DEADLINE_MS;
  while (globSync(join(folder, 'logs/*/chromium.log')).length < 2) {
    if (bench.exitCode !== null || performance.now() > deadline) {
      bench.kill('SIGKILL');
      throw new Error('the bench that was to be killed came to no second cell');
    }
    await wait(20);
  }
  bench.kill('SIGKILL');
  await ended;
  return { left: namespaces(), stillThere: namespaces };
}
