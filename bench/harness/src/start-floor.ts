import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { http3Static } from '@holbench/caddy/caddyfile';
import type { ManagedProcess } from '@holbench/process/managed-process';
import { LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import type { Variant } from '@holbench/variants/registry';
import type { Certificate } from './certificate.ts';
import { freePort } from './port.ts';
import { startAnswering } from './readiness/start-answering.ts';
import { caddy, startCaddy } from './proxies/caddy.ts';
import type { Tools } from './tools.ts';

/** On its side of a link, beside the variant's; below the ephemeral ports for the same reason. */
const LINK_PORT = 8_450;

export interface FloorOptions {
  readonly tools: Tools;
  /** Size of the one file, in bytes. */
  readonly fileBytes: number;
  readonly logFolder: string;
  readonly place: NetworkSide;
}

export interface RunningFloor extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
}

/** Programs of servers/floor, by protocol; HTTP/3's floor is Caddy with a static file. */
const PROGRAMS = { websocket: 'ws', 'http/1.1': 'http1', h2: 'http2' } as const;

/**
 * Starts the floor of a transport: a server of one file and an empty page, without an application,
 * on the Node.js of all servers.
 * @throws UserError when something is missing or it does not become ready.
 */
export async function startFloor(
  { protocol }: Pick<Variant, 'protocol'>,
  options: FloorOptions,
): Promise<RunningFloor> {
  const { certificate } = options.tools;
  if (!certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');
  const { address } = options.place;
  const port = address === LOCALHOST.address ? await freePort(address) : LINK_PORT;
  await using started = new AsyncDisposableStack();
  const server = started.use(
    protocol === 'h3'
      ? await startStaticCaddy(port, certificate, options, started)
      : await startNodeFloor(protocol, port, certificate, options),
  );
  const running = started.move();
  return {
    origin: originOf(options.place, port),
    pid: server.pid,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startNodeFloor(
  protocol: keyof typeof PROGRAMS,
  port: number,
  { cert, key }: Certificate,
  { tools, fileBytes, logFolder, place }: FloorOptions,
): Promise<ManagedProcess> {
  const id = PROGRAMS[protocol];
  const variant = `floor-${id}`;
  const listen = ['--variant', variant, '--host', place.address, '--port', String(port)];
  const file = ['--cert', cert, '--key', key, '--bytes', String(fileBytes)];
  const program = join(tools.root, `servers/floor/dist/${id}.js`);
  const { server } = await startAnswering(
    place,
    {
      name: `floor ${id}`,
      command: tools.serverNode.path,
      args: [program, ...listen, ...file],
      logPath: join(logFolder, `${variant}.log`),
    },
    { origin: originOf(place, port), protocol, variant },
  );
  return server;
}

async function startStaticCaddy(
  port: number,
  { cert, key }: Certificate,
  { tools, fileBytes, logFolder, place }: FloorOptions,
  started: AsyncDisposableStack,
): Promise<ManagedProcess> {
  const program = tools.proxies.caddy;
  if (!program) throw new UserError(caddy.missing);
  const folder = await mkdtemp(join(tmpdir(), 'holbench-floor-'));
  started.defer(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>floor</title>');
  await writeFile(join(folder, 'file'), randomFillSync(Buffer.allocUnsafe(fileBytes)));
  return startCaddy(program, {
    name: 'floor http3',
    logPath: join(logFolder, 'floor-http3.log'),
    place,
    check: { origin: originOf(place, port), protocol: 'h3', variant: 'floor-http3' },
    caddyfile: http3Static({ host: place.address, port, cert, key }, folder),
  });
}

function originOf({ address }: NetworkSide, port: number): string {
  return `https://${address}:${port}`;
}
