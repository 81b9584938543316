import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { http3Static } from '@holbench/caddy/caddyfile';
import type { ManagedProcess } from '@holbench/process/managed-process';
import { LOCALHOST } from '@holbench/process/network-side';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { letRead } from '@holbench/process/unprivileged';
import { UserError } from '@holbench/process/user-error';
import type { Variant } from '@holbench/variants/registry';
import { type Certificate, lendCertificate } from './certificate.ts';
import { freePort } from './port.ts';
import { caddy, startCaddy } from './proxies/caddy.ts';
import { type Listener, originOf, startServer, type StartOptions } from './start-variant.ts';

/** On its side of a link, beside the variant's; below the ephemeral ports for the same reason. */
const LINK_PORT = 8_450;

/** `fileBytes` is the size of the one file. */
type FloorOptions = Required<Pick<StartOptions, 'tools' | 'fileBytes' | 'logFolder' | 'place'>>;

export interface RunningFloor extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
}

/** Programs of servers/floor, by protocol; HTTP/3's floor is Caddy with a static file. */
const PROGRAMS = { websocket: 'ws', 'http/1.1': 'http1', h2: 'http2' } as const;

/**
 * Starts the floor of a transport: a server of one file and an empty page, without an application,
 * on the Node.js of the variant's.
 * @throws UserError when something is missing or it does not become ready.
 */
export async function startFloor(
  variant: Pick<Variant, 'protocol' | 'server'>,
  options: FloorOptions,
): Promise<RunningFloor> {
  const { protocol } = variant;
  if (protocol === 'webtransport') throw new UserError('there is no floor of WebTransport');
  const { certificate } = options.tools;
  if (!certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');
  const { place } = options;
  const port = place.address === LOCALHOST.address ? await freePort(place.address) : LINK_PORT;
  await using started = new AsyncDisposableStack();
  const listener = { place, port, certificate: await lendCertificate(certificate, started) };
  const server = started.use(
    protocol === 'h3'
      ? await startStaticCaddy(listener, options, started)
      : (await startServer({ ...nodeFloor(protocol, variant, options), ...listener }, options))
          .server,
  );
  const running = started.move();
  return {
    origin: originOf(listener),
    pid: server.pid,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function nodeFloor(
  protocol: keyof typeof PROGRAMS,
  { server }: Pick<Variant, 'server'>,
  { fileBytes }: FloorOptions,
) {
  const entry = PROGRAMS[protocol];
  const program = { ...server, folder: 'floor', entry };
  return { id: `floor-${entry}`, program, protocol, args: ['--bytes', String(fileBytes)] };
}

async function startStaticCaddy(
  listener: Listener & { readonly certificate: Certificate },
  { tools, fileBytes, logFolder }: FloorOptions,
  started: AsyncDisposableStack,
): Promise<ManagedProcess> {
  const { place, port, certificate } = listener;
  const program = tools.proxies.caddy;
  if (!program) throw new UserError(caddy.missing);
  const { path: folder } = started.use(await temporaryFolder('floor'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>floor</title>');
  await writeFile(join(folder, 'file'), randomFillSync(Buffer.allocUnsafe(fileBytes)));
  await letRead(folder);
  return startCaddy(program, {
    name: 'floor http3',
    logPath: join(logFolder, 'floor-http3.log'),
    place,
    check: { origin: originOf(listener), protocol: 'h3', variant: 'floor-http3' },
    caddyfile: http3Static({ host: place.address, port, ...certificate }, folder),
  });
}
