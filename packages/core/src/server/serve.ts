import { messageOf } from '@holbench/process/user-error';
import { pageRoutes } from '../http/page-routes.ts';
import type { Route } from '../http/route.ts';
import { healthRoute, labRoutes } from '../http/routes.ts';
import { LabApp } from '../lab-app.ts';
import { parseServerOptions, type ServerOptions } from './command-line.ts';
import { EventLoopMeter } from './event-loop-meter.ts';
import { peakRssBytes } from './peak-memory.ts';
import { RequestCounter } from './request-counter.ts';
import type { ServerSummary } from './summary.ts';
import { removeAbandonedUploads } from './upload-folder.ts';

/** Everything that a server program serves. */
export interface Served {
  readonly options: ServerOptions;
  readonly lab: LabApp;
  /** The page and `GET /healthz`: on every variant. */
  readonly pageRoutes: readonly Route[];
  /** The application over HTTP: on the variants that have no WebSocket. */
  readonly labRoutes: readonly Route[];
  readonly counter: RequestCounter;
}

/** Stops listening and ends every connection; resolves when the port is free. */
export type StopListening = () => Promise<void>;

/** Time for open connections to end before the process does. */
const STOP_DEADLINE_MS = 1_500;

/**
 * Runs a server process: options, data, `listen`, then SIGTERM or SIGINT, the summary as the last
 * line of standard output, and the end. An uncaught error ends it at once: Node prints it on
 * standard error and exits with code 1, and the next server removes the uploads. With `--versions`
 * it only prints the versions.
 * @param libraries versions of the server's libraries, by name, for `GET /healthz`.
 */
export async function serve(
  libraries: Readonly<Record<string, string>>,
  listen: (served: Served) => Promise<StopListening>,
): Promise<void> {
  const versions = { node: process.versions.node, ...libraries };
  if (process.argv.includes('--versions')) {
    process.stdout.write(`${JSON.stringify(versions)}\n`);
    return;
  }
  const options = optionsOrExit();
  await removeAbandonedUploads(options.data);
  const lab = await LabApp.open(options);
  const eventLoop = new EventLoopMeter();
  const counter = new RequestCounter(() => eventLoop.begin());
  const stopListening = await listen({
    options,
    lab,
    pageRoutes: [healthRoute(options.variant, versions), ...(await pageRoutes(options.assets))],
    labRoutes: labRoutes(lab),
    counter,
  }).catch((error: unknown) => exitNotListening(error, lab, options));

  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  // Before stopping, which is not part of serving.
  const loop = eventLoop.read();
  const deadline = setTimeout(() => endWithSummary(lab, counter, loop), STOP_DEADLINE_MS);
  await Promise.all([stopListening(), lab.close()]);
  clearTimeout(deadline);
  endWithSummary(lab, counter, loop);
}

function optionsOrExit(): ServerOptions {
  try {
    return parseServerOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(2);
  }
}

async function exitNotListening(
  error: unknown,
  lab: LabApp,
  { listenOn }: ServerOptions,
): Promise<never> {
  await lab.close();
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const address = 'path' in listenOn ? listenOn.path : `${listenOn.host}:${listenOn.port}`;
  const message =
    inUse && 'port' in listenOn
      ? `port ${listenOn.port} on ${listenOn.host} is in use; choose another with --port`
      : `cannot listen on ${address}: ${messageOf(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function endWithSummary(
  lab: LabApp,
  counter: RequestCounter,
  eventLoop: ServerSummary['eventLoop'],
): never {
  const summary: ServerSummary = {
    requests: counter.protocols(),
    priorities: counter.priorities(),
    ...lab.counters,
    loadsAtMs: [...lab.loadsAtMs],
    pings: [...lab.pings],
    peakRssBytes: peakRssBytes(),
    eventLoop,
  };
  process.stdout.write(`${JSON.stringify({ summary })}\n`);
  process.exit(0);
}
