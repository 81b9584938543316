import { access } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { http3Proxy } from '@holbench/caddy/caddyfile';
import { ensureDataset } from '@holbench/core/dataset/generate';
import { type ServerFactors, serverFactorsArguments } from '@holbench/core/server/factors';
import type { ServerSummary } from '@holbench/core/server/summary';
import type { Variant } from '@holbench/variants/registry';
import type { Certificate } from './certificate.ts';
import { UserError } from '@holbench/process/user-error';
import { assertPortFree, freePort } from './port.ts';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { waitUntilAnswering } from './readiness/wait-until-answering.ts';
import { readSummary } from './server-summary.ts';
import { startCaddy } from './start-caddy.ts';
import type { Tools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';

export interface StartOptions {
  readonly tools: Tools;
  /** Size of the binary CoValues' files, in bytes. */
  readonly fileBytes: number;
  /** Gets a log file per process. */
  readonly logFolder: string;
  /** Where its processes run, and the address to listen on; default: this machine's loopback. */
  readonly place?: NetworkSide;
  /** Default: a free one; on one side of a link, whose address is its own, always the same. */
  readonly port?: number;
  /** Factors of the server process; what is not given is the default. */
  readonly factors?: Partial<ServerFactors>;
}

/**
 * Port of a variant on its side of a link. Below the ephemeral ones: without namespaces (macOS) the
 * emulator tells the directions apart by that.
 */
const LINK_PORT = 8443;
/** Of the server behind a proxy in a namespace, where all ports are free. */
const NAMESPACE_UPSTREAM_PORT = 8080;
const LOOPBACK = '127.0.0.1';

export interface RunningVariant extends AsyncDisposable {
  readonly variant: Variant;
  /** Where a client finds it, such as "https://127.0.0.1:8443". */
  readonly origin: string;
  readonly port: number;
  readonly processes: readonly { readonly name: 'server' | 'proxy'; readonly pid: number }[];
  /** Resolves, with its name and how it ended, as soon as one of the processes has ended. */
  readonly ended: Promise<string>;
  /** Ends its processes, the proxy first. Idempotent. @returns the server's last word, if it had one. */
  stop(): Promise<ServerSummary | null>;
}

/**
 * Starts a variant's server, and its proxy where it has one, and waits until they answer.
 * @throws UserError when something is missing, a port is in use or a process ends early.
 */
export async function startVariant(
  variant: Variant,
  options: StartOptions,
): Promise<RunningVariant> {
  const { tools, place = LOCALHOST } = options;
  const reason = whyUnsupported(variant, tools);
  if (reason) throw new UserError(`${variant.id} cannot run here: ${reason}`);
  if (!tools.certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');

  const host = place.address;
  const inNamespace = place.netns !== null;
  const chosenPort = options.port ?? (host === LOCALHOST.address ? null : LINK_PORT);
  const port = chosenPort ?? (await freePort(host));
  if (chosenPort !== null && !inNamespace) {
    await assertPortFree(host, port, variant.proxy ? 'udp' : 'tcp');
  }

  await using started = new AsyncDisposableStack();
  const upstreamPort = inNamespace ? NAMESPACE_UPSTREAM_PORT : await freePort(LOOPBACK);
  const server = started.use(
    variant.proxy
      ? await startServer(variant, options, null, { ...place, address: LOOPBACK }, upstreamPort)
      : await startServer(variant, options, tools.certificate, place, port),
  );
  const proxy =
    !variant.proxy || !tools.caddy
      ? null
      : started.use(
          await startCaddy(tools.caddy, {
            name: `proxy of ${variant.id}`,
            logPath: join(options.logFolder, `${variant.id}-proxy.log`),
            place,
            port,
            caddyfile: http3Proxy(
              { host, port, ...tools.certificate },
              `${LOOPBACK}:${upstreamPort}`,
            ),
          }),
        );

  const processes = proxy ? [server, proxy] : [server];
  const running = started.move();
  let stopping: Promise<ServerSummary | null> | null = null;
  // A second caller waits for the same end: a disposed stack would let it go on at once.
  const stop = (): Promise<ServerSummary | null> =>
    (stopping ??= running.disposeAsync().then(() => readSummary(server.log)));
  return {
    variant,
    origin: httpsOrigin(host, port),
    port,
    processes: [
      { name: 'server', pid: server.pid },
      ...(proxy ? [{ name: 'proxy', pid: proxy.pid } as const] : []),
    ],
    ended: Promise.race(
      processes.map((process) =>
        process.ended.then(() => `the ${process.name} ended (${process.ending})`),
      ),
    ),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function startServer(
  variant: Variant,
  { tools, fileBytes, logFolder, factors = {} }: StartOptions,
  certificate: Certificate | null,
  place: NetworkSide,
  port: number,
): Promise<ManagedProcess> {
  const program = join(
    tools.root,
    'servers',
    variant.server.folder,
    'dist',
    `${variant.server.entry}.js`,
  );
  const assets = join(tools.root, 'client/dist');
  await assertBuilt(program);
  await assertBuilt(join(assets, 'index.html'));
  const data = await ensureDataset(join(tools.root, 'data'), fileBytes);
  const listen = ['--variant', variant.id, '--host', place.address, '--port', String(port)];
  const tls = certificate ? ['--cert', certificate.cert, '--key', certificate.key] : [];
  const server = await ManagedProcess.start({
    name: `server of ${variant.id}`,
    ...commandIn(place, tools.serverNode.path, [
      program,
      ...listen,
      ...tls,
      '--assets',
      assets,
      '--data',
      data,
      ...serverFactorsArguments(factors),
    ]),
    logPath: join(logFolder, `${variant.id}-server.log`),
  });
  const { address } = place;
  const origin = certificate ? httpsOrigin(address, port) : `http://${address}:${port}`;
  const protocol = variant.protocol === 'h2' ? 'h2' : 'http/1.1';
  try {
    await waitUntilAnswering(server, place, {
      kind: 'health',
      origin,
      protocol,
      variant: variant.id,
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function assertBuilt(path: string): Promise<void> {
  await access(path).catch(() => {
    throw new UserError(`${path} is not built; run pnpm build, or ./setup.sh`);
  });
}

/** The unspecified address is no destination: its clients are on this machine. */
function httpsOrigin(host: string, port: number): string {
  const destination = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `https://${isIPv6(destination) ? `[${destination}]` : destination}:${port}`;
}
