import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Certificate } from '@holbench/harness/certificate';
import { freePort } from '@holbench/harness/port';
import type { Tools } from '@holbench/harness/tools';
import { ManagedProcess } from '@holbench/process/managed-process';
import { UserError } from '@holbench/process/user-error';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import type { RunOptions, Subject, Versions } from '../suite.ts';

const HOST = '127.0.0.1';

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A server of a library, with as little around it as it allows: the minimal reproduction of what a suite finds in
 * variants that use it.
 */
interface BareServer {
  /** The program; null where it is not on this machine. */
  readonly program: (tools: Tools) => { readonly path: string; readonly versions: Versions } | null;
  /** How it is started, once what it reads is written into `folder`. */
  readonly command: (
    path: string,
    listen: Certificate & { readonly port: number },
    folder: string,
  ) => Promise<Command>;
}

const BARE_SERVERS: Readonly<Record<string, BareServer>> = {
  'bare-node': {
    program: ({
      serverNodes: {
        newest: { path, version },
      },
    }) => ({ path, versions: { node: version } }),
    command: async (path, { port, cert, key }) => ({
      command: path,
      args: [join(import.meta.dirname, 'bare-node.mjs'), String(port), cert, key],
    }),
  },
  'bare-caddy': {
    program: ({ proxies }) => proxies['caddy'] ?? null,
    command: async (path, { port, cert, key }, folder) => {
      const file = join(folder, 'Caddyfile');
      await writeFile(
        file,
        `{
	admin off
	auto_https off
}
https://:${port} {
	bind ${HOST}
	tls "${cert}" "${key}"
	respond "ok"
}
`,
      );
      return { command: path, args: ['run', '--config', file, '--adapter', 'caddyfile'] };
    },
  },
  'bare-envoy': {
    program: ({ proxies }) => proxies['envoy'] ?? null,
    command: async (path, listen) => ({
      command: path,
      args: ['--disable-hot-restart', '--concurrency', '1', '--config-yaml', envoyConfig(listen)],
    }),
  },
};

export const BARE_SUBJECTS: readonly Subject[] = Object.entries(BARE_SERVERS).map(
  ([id, { program }]) => ({
    id,
    whyNot: (tools) => {
      if (tools.certificate === null) return 'no certificate in certs/; run ./setup.sh';
      return program(tools) === null ? 'its program was not found; run ./setup.sh' : null;
    },
  }),
);

export interface RunningBareServer extends AsyncDisposable {
  readonly port: number;
  readonly versions: Versions;
}

/** @returns null for what is no bare server. @throws UserError when it cannot start. */
export async function startBareServer(
  id: string,
  { tools, folder }: RunOptions,
): Promise<RunningBareServer | null> {
  const server = BARE_SERVERS[id];
  if (!server) return null;
  const [program, { certificate }] = [server.program(tools), tools];
  if (!program || !certificate) throw new UserError(`${id} cannot run here; run ./setup.sh`);
  const port = await freePort(HOST);
  const running = await ManagedProcess.start({
    name: id,
    ...(await server.command(program.path, { ...certificate, port }, folder)),
    logPath: join(folder, `${id}.log`),
  });
  try {
    await waitUntilReady(running, () => isListening(port), 'listen');
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    port,
    versions: program.versions,
    [Symbol.asyncDispose]: () => running.stop(),
  };
}

async function isListening(port: number): Promise<true | null> {
  const socket = connect(port, HOST);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

function envoyConfig({ port, cert, key }: Certificate & { readonly port: number }): string {
  const api = 'type.googleapis.com/envoy.extensions';
  const routes = [
    { match: { prefix: '/' }, direct_response: { status: 200, body: { inline_string: 'ok' } } },
  ];
  const manager = {
    '@type': `${api}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 'bare',
    codec_type: 'HTTP2',
    route_config: { virtual_hosts: [{ name: 'all', domains: ['*'], routes }] },
    http_filters: [
      {
        name: 'router',
        typed_config: { '@type': `${api}.filters.http.router.v3.Router` },
      },
    ],
  };
  const certificates = [{ certificate_chain: { filename: cert }, private_key: { filename: key } }];
  const tls = {
    '@type': `${api}.transport_sockets.tls.v3.DownstreamTlsContext`,
    common_tls_context: { alpn_protocols: ['h2'], tls_certificates: certificates },
  };
  const listener = {
    name: 'bare',
    address: { socket_address: { address: HOST, port_value: port } },
    filter_chains: [
      {
        filters: [{ name: 'http', typed_config: manager }],
        transport_socket: { name: 'tls', typed_config: tls },
      },
    ],
  };
  return JSON.stringify({ static_resources: { listeners: [listener] } });
}
