import { join } from 'node:path';
import type { Caddyfile } from '@holbench/caddy/caddyfile';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { waitUntilAnswering } from './readiness/wait-until-answering.ts';
import type { Caddy } from './tools/caddy.ts';

export interface CaddyOptions {
  /** For messages. */
  readonly name: string;
  readonly logPath: string;
  readonly place: NetworkSide;
  /** Of its QUIC listener, at the place's address. */
  readonly port: number;
  readonly caddyfile: Caddyfile;
}

/**
 * Starts Caddy and waits until it answers QUIC.
 * @throws UserError when it ends before, or does not answer in time.
 */
export async function startCaddy(caddy: Caddy, options: CaddyOptions): Promise<ManagedProcess> {
  const { name, logPath, place, port, caddyfile } = options;
  const state = join(PROJECT_ROOT, '.cache/caddy');
  const running = await ManagedProcess.start({
    name,
    ...commandIn(place, caddy.path, ['run', '--config', caddyfile.path, '--adapter', 'caddyfile']),
    logPath,
    // Nothing of the lab's in the home folder.
    env: { ...process.env, ...caddyfile.environment, XDG_DATA_HOME: state, XDG_CONFIG_HOME: state },
  });
  try {
    const host = place.address === '0.0.0.0' ? '127.0.0.1' : place.address;
    await waitUntilAnswering(running, place, { kind: 'quic', host, port });
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}
