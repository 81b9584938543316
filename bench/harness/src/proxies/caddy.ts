import { join } from 'node:path';
import { caddyProxy, type Caddyfile } from '@holbench/caddy/caddyfile';
import { findOnPath } from '@holbench/process/find-on-path';
import type { ManagedProcess } from '@holbench/process/managed-process';
import type { NetworkSide } from '@holbench/process/network-side';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import type { ReadinessCheck } from '../readiness/check.ts';
import { startAnswering } from '../readiness/start-answering.ts';
import type { Proxy, ProxyProgram } from './proxy.ts';

/** The first version with the Caddyfile's options; the lab was validated with it. */
const MINIMUM = { major: 2, minor: 11 } as const;

export const caddy: Proxy = {
  missing: `no Caddy of at least ${MINIMUM.major}.${MINIMUM.minor} found; run ./setup.sh, or set HOLBENCH_CADDY to one`,
  find: findCaddy,
  start: (program, { variant, protocol, certificate, origin, socket, ...options }) =>
    startCaddy(program, {
      ...options,
      name: `proxy of ${variant}`,
      caddyfile: caddyProxy(
        { host: options.place.address, port: options.port, ...certificate },
        protocol,
        socket,
      ),
      check: { origin, protocol, variant },
    }),
};

/** HOLBENCH_CADDY, else `.tools/caddy` (setup.sh puts it there), else the one on PATH. */
async function findCaddy(): Promise<ProxyProgram | null> {
  const paths = process.env.HOLBENCH_CADDY
    ? [process.env.HOLBENCH_CADDY]
    : [join(PROJECT_ROOT, '.tools/caddy'), await findOnPath(['caddy'])];
  for (const path of paths) {
    const found = path && (await inspect(path));
    if (found) return found;
  }
  return null;
}

/** @returns null for what is no Caddy, or one that is too old. */
async function inspect(path: string): Promise<ProxyProgram | null> {
  const [versionOutput, buildInfo] = await Promise.all([
    runTool(path, ['version']).catch(() => ''),
    runTool(path, ['build-info']).catch(() => ''),
  ]);
  const [, version, major, minor] = /^v?((\d+)\.(\d+)\.\d+)/.exec(versionOutput) ?? [];
  if (version === undefined || !isRecent(Number(major), Number(minor))) return null;
  const quicGo = /github\.com\/quic-go\/quic-go\s+v(\S+)/.exec(buildInfo)?.[1];
  return { path, versions: { caddy: version, ...(quicGo && { 'quic-go': quicGo }) } };
}

function isRecent(major: number, minor: number): boolean {
  return major > MINIMUM.major || (major === MINIMUM.major && minor >= MINIMUM.minor);
}

export interface CaddyOptions {
  /** For messages. */
  readonly name: string;
  readonly logPath: string;
  readonly place: NetworkSide;
  readonly caddyfile: Caddyfile;
  readonly check: ReadinessCheck;
}

/**
 * Starts Caddy and waits until it answers.
 * @throws UserError when it ends before, or does not answer in time.
 */
export async function startCaddy(
  { path }: ProxyProgram,
  { name, logPath, place, caddyfile, check }: CaddyOptions,
): Promise<ManagedProcess> {
  // Caddy keeps its state here instead of in the user's home folder.
  const state = join(PROJECT_ROOT, '.cache/caddy');
  const env = { XDG_DATA_HOME: state, XDG_CONFIG_HOME: state };
  const { server } = await startAnswering(
    place,
    {
      name,
      command: path,
      args: ['run', '--config', caddyfile.path, '--adapter', 'caddyfile'],
      logPath,
      env: { ...process.env, ...caddyfile.environment, ...env },
    },
    check,
  );
  return server;
}
