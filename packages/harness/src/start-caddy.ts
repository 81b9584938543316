import { join } from 'node:path';
import type { Caddyfile } from '@holbench/caddy/caddyfile';
import { ManagedProcess } from '@holbench/platform/process/managed-process';
import { PROJECT_ROOT } from '@holbench/platform/project-root';
import { answersQuic } from './ready/quic-probe.ts';
import { waitUntilReady } from '@holbench/platform/process/wait-until-ready';
import type { Caddy } from './tools/caddy.ts';

export interface CaddyOptions {
  /** For messages. */
  readonly name: string;
  readonly logPath: string;
  /** Where its QUIC listener will be. */
  readonly host: string;
  readonly port: number;
  readonly caddyfile: Caddyfile;
}

/**
 * Starts Caddy and waits until it answers QUIC.
 * @throws UserError when it ends before, or does not answer in time.
 */
export async function startCaddy(caddy: Caddy, options: CaddyOptions): Promise<ManagedProcess> {
  const { name, logPath, host, port, caddyfile } = options;
  const state = join(PROJECT_ROOT, '.cache/caddy');
  const running = await ManagedProcess.start({
    name,
    command: caddy.path,
    args: ['run', '--config', caddyfile.path, '--adapter', 'caddyfile'],
    logPath,
    // Nothing of the lab's in the home folder.
    env: { ...process.env, ...caddyfile.environment, XDG_DATA_HOME: state, XDG_CONFIG_HOME: state },
  });
  try {
    const destination = host === '0.0.0.0' ? '127.0.0.1' : host;
    await waitUntilReady(running, (timeoutMs) => answersQuic(destination, port, timeoutMs));
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}
