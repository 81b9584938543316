import { envoyBootstrap } from '@holbench/envoy/bootstrap';
import { runTool } from '@holbench/process/run-tool';
import { startAnswering } from '../readiness/start-answering.ts';
import { findProgram, isRecent } from './find-program.ts';
import type { Proxy, ProxyProgram } from './proxy.ts';

/** The lab was validated with it. */
const MINIMUM = '1.40.0';
/** Earlier ones, which a run asks for by their version, do not limit how long a client reads nothing of a connection. */
const LIMITS_CONNECTIONS = '1.38.0';

/** One thread, as Node has; without shared memory, for which several at once would compete. */
const OPTIONS = ['--concurrency', '1', '--disable-hot-restart', '--log-level', 'warning'] as const;

export const envoy: Proxy = {
  missing: `no Envoy of at least ${MINIMUM} found; run ./setup.sh on Linux, or set HOLBENCH_ENVOY to one`,
  find: () => findProgram('envoy', 'HOLBENCH_ENVOY', inspect, MINIMUM),
  inspect,
  start: async (
    { path, versions },
    { variant, protocol, certificate, origin, socket, limits, buffering, ...options },
  ) => {
    const { place, port, logPath, token } = options;
    const listener = { host: place.address, port, ...certificate };
    const config = envoyBootstrap(listener, protocol, socket, {
      ...limits,
      isAdvised: buffering === 'advised',
      ofConnections: isRecent(versions['envoy'] ?? '', LIMITS_CONNECTIONS),
    });
    const { server } = await startAnswering(
      place,
      {
        name: `proxy of ${variant}`,
        command: path,
        args: ['--config-yaml', config, ...OPTIONS],
        logPath,
      },
      { origin, protocol, variant },
      token,
    );
    return server;
  },
};

/** @returns null for what is no Envoy. */
async function inspect(path: string): Promise<ProxyProgram | null> {
  // "envoy  version: <commit>/1.40.0/Clean/RELEASE/BoringSSL". QUICHE has no version of its own.
  const output = await runTool(path, ['--version']).catch(() => '');
  const version = /version: \w+\/(\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) return null;
  return { path, versions: { envoy: version } };
}
