import { caddyProxy, type Caddyfile } from '@holbench/caddy/caddyfile';
import type { ManagedProcess } from '@holbench/process/managed-process';
import type { NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { type TemporaryFolder, temporaryFolder } from '@holbench/process/temporary-folder';
import { letWrite } from '@holbench/process/unprivileged';
import type { ReadinessCheck } from '../readiness/check.ts';
import { startAnswering } from '../readiness/start-answering.ts';
import { findProgram, isRecent } from './find-program.ts';
import type { Proxy, ProxyProgram } from './proxy.ts';

/** Earlier ones lack `write_idle`, or end a stream of events by it that is quiet (caddyserver/caddy#8118). */
const MINIMUM = '2.11.7';

export const caddy: Proxy = {
  missing: `no Caddy of at least ${MINIMUM} found; run ./setup.sh, or set HOLBENCH_CADDY to one`,
  find: () => findProgram('caddy', 'HOLBENCH_CADDY', inspect, MINIMUM),
  inspect,
  start: (
    program,
    { variant, protocol, transport, certificate, origin, socket, limits, ...options },
  ) =>
    startCaddy(program, {
      ...options,
      name: `proxy of ${variant}`,
      caddyfile: caddyProxy(
        { host: options.place.address, port: options.port, ...certificate },
        protocol,
        socket,
        // Of an earlier one, which a run asks for by its version, a client that reads nothing may take more memory.
        isRecent(program.versions['caddy'] ?? '', MINIMUM)
          ? limits
          : { ...limits, proxyStallMs: null },
        { transport, buffering: options.buffering, maxBodyBytes: options.maxBodyBytes },
      ),
      check: { origin, protocol, variant },
    }),
};

/** @returns null for what is no Caddy. */
async function inspect(path: string): Promise<ProxyProgram | null> {
  const [versionOutput, buildInfo] = await Promise.all([
    runTool(path, ['version']).catch(() => ''),
    runTool(path, ['build-info']).catch(() => ''),
  ]);
  const version = /^v?(\d+\.\d+\.\d+)/.exec(versionOutput)?.[1];
  if (version === undefined) return null;
  const quicGo = /github\.com\/quic-go\/quic-go\s+v(\S+)/.exec(buildInfo)?.[1];
  return { path, versions: { caddy: version, ...(quicGo && { 'quic-go': quicGo }) } };
}

export interface CaddyOptions {
  /** For messages. */
  readonly name: string;
  readonly logPath: string;
  readonly place: NetworkSide;
  readonly caddyfile: Caddyfile;
  readonly check: ReadinessCheck;
  /** Of the server behind it. */
  readonly token?: string;
}

/**
 * Starts Caddy and waits until it answers.
 * @throws UserError when it ends before, or does not answer in time.
 */
export async function startCaddy(
  { path }: ProxyProgram,
  { name, logPath, place, caddyfile, check, token }: CaddyOptions,
): Promise<ManagedProcess> {
  // Instead of in the home folder. It keeps nothing that another start would need.
  const { path: state } = await (stateFolder ??= makeStateFolder());
  const env = {
    ...caddyfile.environment,
    XDG_DATA_HOME: state,
    XDG_CONFIG_HOME: state,
    GODEBUG: goSwitches(process.env['GODEBUG'], caddyfile.environment['GODEBUG']),
  };
  const { server } = await startAnswering(
    place,
    {
      name,
      command: path,
      args: ['run', '--config', caddyfile.path, '--adapter', 'caddyfile'],
      logPath,
      env: { ...process.env, ...env },
    },
    check,
    token,
  );
  return server;
}

/** One for all of this process. */
let stateFolder: Promise<TemporaryFolder> | null = null;

async function makeStateFolder(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder('caddy');
  await letWrite(folder.path);
  return folder;
}

/** Go listens by Multipath TCP, whose connections ignore --notsent-lowat: docs/decisions/0034. */
function goSwitches(...chosen: readonly (string | undefined)[]): string {
  return [...chosen.filter(Boolean), 'multipathtcp=0'].join(',');
}
