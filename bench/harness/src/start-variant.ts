import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDataset } from '@holbench/dataset/generate';
import { type ServerFactors, serverFactorsArguments } from '@holbench/core/server/factors';
import { DEFAULT_LIMITS, type ClientLimits } from '@holbench/core/server/client-limits';
import { ServerSummary } from '@holbench/core/server/summary';
import { uploadsBeside } from '@holbench/core/server/upload-folder';
import type { FactorValues } from '@holbench/factors/values';
import type { LogFile } from '@holbench/process/log-file';
import type { ManagedProcess } from '@holbench/process/managed-process';
import { LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { type TemporaryFolder, temporaryFolder } from '@holbench/process/temporary-folder';
import { letWrite } from '@holbench/process/unprivileged';
import { UserError } from '@holbench/process/user-error';
import { CHUNK_BYTES, messageBytes } from '@holbench/protocol/wire-limits';
import { isOverQuic, type Protocol } from '@holbench/variants/protocols';
import type { ServerProgram, Variant } from '@holbench/variants/registry';
import * as v from 'valibot';
import { hostAndPort } from './address.ts';
import { type Certificate, lendCertificate } from './certificate.ts';
import { assertPortFree, freePort } from './port.ts';
import { PROXIES } from './proxies/proxies.ts';
import { UNIX, type Versions } from './readiness/check.ts';
import { startAnswering, withToken } from './readiness/start-answering.ts';
import { nodeOf, serverProgram, type Tools } from './tools.ts';
import { whyUnsupported } from './unsupported.ts';

export interface StartOptions {
  readonly tools: Tools;
  /** Size of the binary CoValues' files, in bytes. */
  readonly fileBytes: number;
  /** Gets a log file per process. */
  readonly logFolder: string;
  /** Where its processes run, and the address to listen on; default: this machine's loopback. */
  readonly place?: NetworkSide;
  /** Default: a free one; on a side of a link, which has its own address, always the same. */
  readonly port?: number;
  /** Factors of the server process; missing ones have their default. */
  readonly factors?: Partial<ServerFactors>;
  /**
   * What clients may take; missing ones have their default. `maxConnections` and `requestMs` are obeyed by Node's
   * servers and by Envoy, where clients talk to them; by Caddy the time of a request.
   */
  readonly limits?: Partial<ClientLimits>;
  /** Of its proxy; default: advised. */
  readonly proxyBuffering?: FactorValues['proxyBuffering'];
  /** Makes the server keep the time of each load, for `ServerSummary.loadsAtMs`. */
  readonly stampLoads?: boolean;
  /** Without this token, which a client sends in a cookie, no request is answered. Default: none is needed. */
  readonly token?: string;
  /**
   * Makes the WebSocket endpoint return every message, up to so many bytes, instead of talking to the application:
   * for test suites. Default: it does not.
   */
  readonly echoBytes?: number;
  /** Makes the server's Node listen for a debugger, on port 9229 of its loopback. */
  readonly inspect?: boolean;
}

/**
 * Port of a variant on its side of a link. Below the ephemeral ones: without namespaces (macOS) the
 * emulator tells the directions apart by that.
 */
const LINK_PORT = 8443;
/** Of `sun_path` without its final 0, on macOS; Linux has 107 bytes. */
const LONGEST_SOCKET_PATH = 103;

export interface RunningVariant extends AsyncDisposable {
  readonly variant: Variant;
  /** Where a client finds it, such as "https://127.0.0.1:8443". */
  readonly origin: string;
  readonly port: number;
  /** Versions of the server's Node and libraries, as it reports them, and of the proxy. */
  readonly versions: Versions;
  readonly processes: readonly { readonly name: 'server' | 'proxy'; readonly pid: number }[];
  /** Resolves as soon as one of the processes has ended, with its name, how it ended and why. */
  readonly ended: Promise<string>;
  /** Ends its processes, the proxy first. Idempotent. @returns the server's final statistics, if it printed them. */
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
  const { id, server: program } = variant;
  if (reason || !program) throw new UserError(`${id} cannot run here: ${reason}`);
  if (!tools.certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');

  const host = place.address;
  const inNamespace = place.netns !== null;
  const chosenPort = options.port ?? (host === LOCALHOST.address ? null : LINK_PORT);
  const port = chosenPort ?? (await freePort(host));
  if (chosenPort !== null && !inNamespace) {
    if (isOverQuic(variant.protocol)) await assertPortFree(host, port, 'udp');
    // The page of WebTransport comes by TCP.
    if (variant.protocol !== 'h3') await assertPortFree(host, port, 'tcp');
  }
  await using started = new AsyncDisposableStack();
  const certificate = await lendCertificate(tools.certificate, started);
  const listener: Listener = { place, port, certificate };
  const origin = originOf(listener);

  // No other user can open a temporary folder. So only the proxy reaches the server.
  const upstream =
    variant.proxy && (await unixListener(place, started.use(await temporaryFolder('up'))));
  const { server, versions } = upstream
    ? await startVariantServer({ id, program }, options, upstream, 'http/1.1')
    : await startVariantServer({ id, program }, options, listener, variant.protocol);
  started.use(server);
  const proxy = await startProxy(variant, options, listener, upstream);
  if (proxy) started.use(proxy);

  const running = started.move();
  let stopping: Promise<ServerSummary | null> | null = null;
  // A second caller waits for the same end; a disposed stack would not make it wait.
  const stop = (): Promise<ServerSummary | null> =>
    (stopping ??= running.disposeAsync().then(() => readSummary(server.log)));
  return {
    variant,
    origin,
    port,
    versions: {
      ...versions,
      ...(variant.proxy && tools.proxies[variant.proxy.kind]?.versions),
    },
    processes: [
      { name: 'server', pid: server.pid },
      ...(proxy ? [{ name: 'proxy', pid: proxy.pid } as const] : []),
    ],
    ended: Promise.race(
      [server, ...(proxy ? [proxy] : [])].map(async (process) => {
        await process.ended;
        return howItEnded(process);
      }),
    ),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

function howItEnded({ name, ending, log }: ManagedProcess): string {
  // A process that was killed had no time to say why; one that crashed by another signal had.
  const reason = ending === 'signal SIGKILL' ? '' : `: ${log.errorLine()}`;
  return `the ${name} ended (${ending})${reason}`;
}

/** @throws UserError where a kernel has no room for the path. */
async function unixListener(place: NetworkSide, { path }: TemporaryFolder): Promise<UnixListener> {
  const socket = join(path, 'server.sock');
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) {
    await letWrite(path);
    return { place, socket };
  }
  throw new UserError(
    `the path of a Unix socket is too long: ${socket}; set TMPDIR to a shorter folder`,
  );
}

async function startVariantServer(
  named: Pick<Server, 'id' | 'program'>,
  options: StartOptions,
  listener: Listener | UnixListener,
  protocol: Protocol,
): ReturnType<typeof startServer> {
  const { tools, fileBytes, factors = {}, limits = {}, stampLoads = false, echoBytes } = options;
  const assets = join(tools.root, 'client/dist');
  await assertBuilt(join(assets, 'index.html'));
  const data = await ensureDataset(join(tools.root, 'data'), fileBytes);
  const uploads = uploadsBeside(data);
  await mkdir(uploads, { recursive: true });
  await letWrite(uploads);
  const args = ['--assets', assets, '--data', data, ...serverFactorsArguments(factors)];
  if (stampLoads) args.push('--stamp-loads');
  if (echoBytes !== undefined) args.push('--echo-bytes', String(echoBytes));
  // The proxy has the time of its clients' requests.
  const { requestMs: _, ...behindProxy } = limits;
  args.push('--limits', JSON.stringify('port' in listener ? limits : behindProxy));
  return startServer({ ...named, protocol, args, ...listener }, options);
}

/** Where a process listens, with TLS. */
export interface Listener {
  readonly place: NetworkSide;
  readonly port: number;
  readonly certificate: Certificate;
}

/** Where a server behind a proxy listens, without TLS. */
interface UnixListener {
  readonly place: NetworkSide;
  /** Path. Network namespaces do not separate it. */
  readonly socket: string;
}

/** A program of servers/ by what its health page says, and what it is started with. */
type Server = (Listener | UnixListener) & {
  readonly id: string;
  readonly program: ServerProgram;
  readonly protocol: Protocol;
  /** Beyond where it listens. */
  readonly args: readonly string[];
};

/**
 * Starts a server of a variant on the Node.js of its program, and waits until it answers.
 * @throws UserError when it is not built, ends before, or does not answer in time.
 */
export async function startServer(
  server: Server,
  options: Pick<StartOptions, 'tools' | 'logFolder' | 'inspect' | 'token'>,
): Promise<{ server: ManagedProcess; versions: Versions }> {
  const { tools, logFolder, inspect = false, token } = options;
  const { id, place, protocol, args } = server;
  const program = serverProgram(tools, server.program);
  const node = nodeOf(tools, server.program);
  if (node === null) throw new UserError(`${id}: ${server.program.needs} loads in no Node here`);
  await assertBuilt(program);
  const ofNode = inspect ? ['--inspect'] : [];
  return startAnswering(
    place,
    {
      name: `server of ${id}`,
      command: node.path,
      args: [...ofNode, program, '--variant', id, ...listenArguments(server), ...args],
      logPath: join(logFolder, `${id}-server.log`),
      env: withToken(token),
    },
    { origin: originOf(server), protocol, variant: id },
    token,
  );
}

function listenArguments(listener: Listener | UnixListener): string[] {
  if ('socket' in listener) return ['--socket', listener.socket];
  const { place, port, certificate } = listener;
  const address = ['--host', place.address, '--port', String(port)];
  return [...address, '--cert', certificate.cert, '--key', certificate.key];
}

async function startProxy(
  { id, proxy, transport }: Variant,
  { tools, logFolder, limits, token, factors = {}, proxyBuffering = 'advised' }: StartOptions,
  listener: Listener,
  upstream: UnixListener | null,
): Promise<ManagedProcess | null> {
  const program = proxy && tools.proxies[proxy.kind];
  const { place, port, certificate } = listener;
  if (!program || !upstream) return null;
  return PROXIES[proxy.kind].start(program, {
    variant: id,
    protocol: proxy.protocol,
    transport,
    certificate,
    place,
    origin: originOf(listener),
    port,
    socket: upstream.socket,
    limits: { ...DEFAULT_LIMITS, ...limits },
    maxBodyBytes: 2 * messageBytes(factors.chunkBytes ?? CHUNK_BYTES),
    buffering: proxyBuffering,
    ...(token !== undefined && { token }),
    logPath: join(logFolder, `${id}-proxy.log`),
  });
}

async function assertBuilt(path: string): Promise<void> {
  await access(path).catch(() => {
    throw new UserError(`${path} is not built; run pnpm build, or ./setup.sh`);
  });
}

/** The unspecified address is no destination; clients are on this machine. */
export function originOf(listener: Listener | UnixListener): string {
  if ('socket' in listener) return `${UNIX}${listener.socket}`;
  const { place, port } = listener;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[place.address] ?? place.address;
  return `https://${hostAndPort({ host, port })}`;
}

const LastLine = v.pipe(v.string(), v.parseJson(), v.strictObject({ summary: ServerSummary }));

/** Longer than the longest summary: one with all stamps of loads. */
const SUMMARY_BYTES = 4 * 1024 * 1024;

/** The summary that a server prints when it stops; null when it was killed before it could. */
function readSummary(log: LogFile): ServerSummary | null {
  const line = log
    .lines(SUMMARY_BYTES)
    .findLast((candidate) => candidate.startsWith('{"summary":'));
  const parsed = v.safeParse(LastLine, line);
  return parsed.success ? parsed.output.summary : null;
}
