import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { answerWorker, bearerCheck, isOfWorker } from '@holbench/harness/collect/answer-worker';
import { Collector } from '@holbench/harness/collect/collector';
import { COLLECTOR_VARIABLES } from '@holbench/harness/collect/messages';
import type { Tools } from '@holbench/harness/tools';
import { ManagedProcess } from '@holbench/process/managed-process';
import { letWrite } from '@holbench/process/unprivileged';
import { UserError } from '@holbench/process/user-error';
import type { UsersOutcome } from '@holbench/scenarios/port/cell-run';
import {
  artilleryOptions,
  artilleryProgram,
  collectionOf,
  type Request,
  SCRIPT_FOLDER,
  type UsersCell,
} from './artillery.ts';
import { Gathering } from './gathering.ts';

/** Of the cell: what it starts ends with it, and is recorded. */
export interface Owning {
  readonly own: <Resource extends AsyncDisposable>(resource: Resource) => Promise<Resource>;
  readonly watch: (artillery: ManagedProcess) => Promise<void>;
  /** For temporary files, until the cell ends. */
  readonly temporary: () => Promise<string>;
}

/** Starts the workers on this machine, each in a network namespace of its own where there is a link. */
export async function collectHere(
  cell: UsersCell,
  request: Request,
  tools: Tools,
  { own, watch, temporary }: Owning,
): Promise<UsersOutcome> {
  const collection = collectionOf(cell, request);
  const gathering = new Gathering();
  const token = cell.target?.token ?? null;
  // Their ends are seen here.
  const patience = { waitMs: Infinity, silentMs: Infinity };
  using collector = new Collector(collection, (told) => gathering.hear(told), {
    token,
    ...patience,
  });
  const environment = await own(await listen(collector, tools));
  const { workers } = collection.plan;
  const folder = join(tools.root, SCRIPT_FOLDER);
  const running: ManagedProcess[] = [];
  for (let worker = 0; worker < workers; worker += 1) {
    // The first has the client's side itself, as users of one worker have.
    const place = worker === 0 ? cell.client : await cell.addClient();
    const path = await temporary();
    await letWrite(path);
    const artillery = await own(
      await ManagedProcess.start({
        name: `Artillery of ${cell.cell.id}`,
        command: process.execPath,
        args: [
          artilleryProgram(tools),
          'run',
          ...(await artilleryOptions(cell, collection, tools, place)),
        ],
        cwd: folder,
        logPath: join(cell.logFolder, workers === 1 ? 'artillery.log' : `artillery-${worker}.log`),
        env: {
          ...process.env,
          ...environment.variables,
          [COLLECTOR_VARIABLES.collection]: collection.id,
          ARTILLERY_DISABLE_TELEMETRY: 'true',
          // Playwright leaves its profiles there when Artillery is stopped.
          TMPDIR: path,
          // One thread, so that users share a browser on every machine alike. Artillery 2.0.34 starts
          // another for each user who arrives before the first browser runs.
          WORKERS: '1',
          // Caches compiled modules: compiling them is a seventh of its start.
          NODE_COMPILE_CACHE: join(tools.root, '.cache/artillery'),
        },
      }),
    );
    await watch(artillery);
    running.push(artillery);
  }
  const how = await Promise.race([gathering.over, ended(running, gathering)]);
  const { measurements, hasBegun } = gathering;
  const outcome = { measurements, problem: how === ENDED ? problemOf(running, hasBegun) : how };
  // After the last user, Artillery polls for seconds before it ends.
  await Promise.all(running.map((artillery) => artillery.stop()));
  return outcome;
}

const ENDED = Symbol('no process is left that could measure');

/** Before all workers have come, the others would wait for one that has ended. */
async function ended(
  running: readonly ManagedProcess[],
  gathering: Pick<Gathering, 'hasBegun'>,
): Promise<typeof ENDED> {
  const all = Promise.all(running.map((artillery) => artillery.ended));
  await Promise.race(
    running.map(async (artillery) => {
      await artillery.ended;
      if (gathering.hasBegun) await all;
    }),
  );
  return ENDED;
}

function problemOf(running: readonly ManagedProcess[], hasBegun: boolean): UsersOutcome['problem'] {
  const endings = running.filter(({ ending }) => ending !== null);
  const bad =
    endings.find(({ ending }) => ending !== 'exit code 0') ?? (hasBegun ? null : endings[0]);
  return bad ? { why: `Artillery ended with ${bad.ending}`, log: bad.log.tail() } : null;
}

/** A server for the workers of this machine, with a token of its own. */
async function listen(
  collector: Collector,
  { certificate }: Tools,
): Promise<AsyncDisposable & { readonly variables: Readonly<Record<string, string>> }> {
  if (!certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');
  const [cert, key] = await Promise.all([readFile(certificate.cert), readFile(certificate.key)]);
  const token = randomBytes(18).toString('base64url');
  const admits = bearerCheck(token);
  const server = createServer({ cert, key }, (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    if (admits(request) && isOfWorker(request)) void answerWorker(request, response, collector);
    else response.writeHead(403, { connection: 'close' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  return {
    variables: {
      [TOKEN_VARIABLE]: token,
      [COLLECTOR_VARIABLES.origin]: `https://127.0.0.1:${port}`,
      [COLLECTOR_VARIABLES.key]: certificate.spki,
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
