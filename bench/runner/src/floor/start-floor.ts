import { randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { http3Static } from '@holbench/caddy/caddyfile';
import { UserError } from '@holbench/process/user-error';
import { freePort } from '@holbench/harness/port';
import { LOCALHOST } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { startCaddy } from '@holbench/harness/proxies/caddy';
import type { Floor } from './floors.ts';
import type { FloorOptions } from './measure-floor.ts';
import { PAGE } from './servers/blob.ts';

const HOST = LOCALHOST.address;

export interface RunningFloor extends AsyncDisposable {
  readonly origin: string;
}

/**
 * Starts a floor's server on the Node.js of all servers, or Caddy on a folder of two files.
 * @throws UserError when something is missing or it does not become ready.
 */
export async function startFloor(floor: Floor, options: FloorOptions): Promise<RunningFloor> {
  const port = await freePort(HOST);
  const server =
    floor.server === 'caddy'
      ? await startStaticCaddy(port, options)
      : await startNodeFloor(floor, port, options);
  return {
    origin: `https://${HOST}:${port}`,
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function startNodeFloor(
  { id }: Floor,
  port: number,
  { tools, fileBytes, logFolder }: FloorOptions,
): Promise<ManagedProcess> {
  const { cert, key } = tools.certificate ?? missing('certificate');
  const program = join(tools.root, `bench/runner/dist/floor/servers/${id}.js`);
  const server = await ManagedProcess.start({
    name: `floor ${id}`,
    command: tools.serverNode.path,
    args: [
      program,
      '--port',
      String(port),
      '--cert',
      cert,
      '--key',
      key,
      '--bytes',
      String(fileBytes),
    ],
    logPath: join(logFolder, `floor-${id}.log`),
  });
  await waitUntilReady(server, () => isListening(port));
  return server;
}

async function startStaticCaddy(
  port: number,
  { tools, fileBytes, logFolder }: FloorOptions,
): Promise<ManagedProcess> {
  const { cert, key } = tools.certificate ?? missing('certificate');
  const folder = join(logFolder, 'http3-floor');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'file'), randomFillSync(Buffer.allocUnsafe(fileBytes)));
  return startCaddy(tools.proxies['caddy'] ?? missing('Caddy'), {
    name: 'floor http3',
    logPath: join(logFolder, 'floor-http3.log'),
    place: LOCALHOST,
    caddyfile: http3Static({ host: HOST, port, cert, key }, folder),
    check: { origin: `https://${HOST}:${port}`, protocol: 'h3', variant: '' },
  });
}

function missing(what: string): never {
  throw new UserError(`no ${what} was found; run ./setup.sh`);
}

/** These servers have no health page: they are ready as soon as they listen. */
async function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, HOST, () => resolve(true));
  socket.on('error', () => resolve(false));
  const listening = await promise;
  socket.destroy();
  return listening;
}
