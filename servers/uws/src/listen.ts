import { join } from 'node:path';
import { packageVersion } from '@holbench/core/server/package-version';
import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import type { ServerOptions } from '@holbench/core/server/command-line';
import type { StopListening } from '@holbench/core/server/serve';

/** Version of the library of every server here, for `serve`. */
export async function uwsVersion(): Promise<{ 'uWebSockets.js': string }> {
  const folder = join(import.meta.dirname, '..');
  const version = await packageVersion(folder, 'uWebSockets.js');
  return { 'uWebSockets.js': version ?? 'unknown' };
}

/** `ListenOptions.LIBUS_LISTEN_EXCLUSIVE_PORT`: a const enum of uWS, absent from its module. */
const EXCLUSIVE_PORT = 1;

/** uWS takes host and options together; its types allow only one of them. */
type ListenExclusively = (
  host: string,
  port: number,
  options: number,
  onListen: (socket: us_listen_socket | false) => void,
) => TemplatedApp;

/**
 * Listens exclusively: uWS's default lets a second server share the port, and its requests.
 * @throws Error with the code `EADDRINUSE`, the only reason that uWS knows.
 */
export function listen(app: TemplatedApp, { listenOn }: ServerOptions): StopListening {
  if ('path' in listenOn) throw new Error('this server has no Unix socket');
  const { host, port } = listenOn;
  let listening = false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call that uWS documents and its types lack
  (app.listen as unknown as ListenExclusively).call(app, host, port, EXCLUSIVE_PORT, (socket) => {
    listening = socket !== false;
  });
  if (!listening) throw Object.assign(new Error('uWS cannot listen'), { code: 'EADDRINUSE' });
  return async () => {
    app.close();
  };
}
