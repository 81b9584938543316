import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { COLLECTOR_VARIABLES } from '@holbench/harness/collect/messages';
import type { Tools } from '@holbench/harness/tools';
import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';
import { removeTree, removeTreeSync } from '@holbench/process/remove-tree';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';
import type { UsersOutcome } from '@holbench/scenarios/port/cell-run';
import {
  artilleryOptions,
  collectionOf,
  type Request,
  SCRIPT_FILES,
  SCRIPT_FOLDER,
  type UsersCell,
} from './artillery.ts';
import { Gathering } from './gathering.ts';
import type { Owning } from './collect-here.ts';

/** In the cell's folder of logs: what a worker needs. */
const WORKER_FOLDER = 'worker';
const VARIABLES_FILE = 'worker.env';

export interface Waiting extends Pick<Owning, 'own'> {
  /** A line for a person. */
  readonly note: (line: string) => void;
  /** Does not count the time until all workers have come. */
  readonly waiting: <Result>(
    enter: (work: () => Promise<Result>) => Promise<Result>,
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Prints how to start the workers, which send what they measure to the helper at the target, and waits for them. */
export async function collectElsewhere(
  cell: UsersCell,
  request: Request,
  tools: Tools,
  { own, note, waiting }: Waiting,
): Promise<UsersOutcome> {
  const { target } = cell;
  if (!target?.collector)
    throw new UserError('--workers-at elsewhere needs the helper of a target');
  const collection = collectionOf(cell, request);
  const { workers } = collection.plan;
  const gathering = new Gathering();
  await target.collect(collection, (told) => {
    if (told.event === 'joined') {
      note(`worker ${told.come} of ${workers} has come, with Chromium ${told.browser}`);
    }
    gathering.hear(told);
  });
  const { path: folder } = await own(
    await makeWorkerFolder(cell.logFolder, tools, {
      [TOKEN_VARIABLE]: target.token ?? '',
      [COLLECTOR_VARIABLES.origin]: target.collector,
      [COLLECTOR_VARIABLES.collection]: collection.id,
      ...(target.trustedKey !== null && { [COLLECTOR_VARIABLES.key]: target.trustedKey }),
    }),
  );
  const options = await artilleryOptions(cell, collection, tools, null);
  const run = ['artillery', 'run', `--dotenv=${VARIABLES_FILE}`, ...options].map(shellWord);
  note(
    `${cell.cell.id} waits for ${workers} ${workers === 1 ? 'worker' : 'workers'}: run on each machine, or by a distributed runner (docs/many-users.md),`,
  );
  note(`  cd ${shellWord(relative('', folder))} && ${run.join(' ')}`);
  const problem = await waiting(
    async (work) => {
      await gathering.begun;
      return work();
    },
    () => gathering.over,
  );
  return { measurements: gathering.measurements, problem };
}

/**
 * A folder of its own: a distributed runner uploads what is beside the script, and the file of variables.
 * It ends with the cell, or with this process, because it has the token, and run folders are published.
 */
export async function makeWorkerFolder(
  logFolder: string,
  { root }: Pick<Tools, 'root'>,
  variables: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = join(logFolder, WORKER_FOLDER);
  assertNotEnding();
  const forget = cleanUpAtExit(
    () => removeTree(folder),
    () => removeTreeSync(folder),
  );
  await using making = new AsyncDisposableStack();
  making.defer(async () => {
    await removeTree(folder);
    forget();
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of SCRIPT_FILES)
    await copyFile(join(root, SCRIPT_FOLDER, name), join(folder, name));
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, VARIABLES_FILE), lines.join(''), { mode: 0o600 });
  const made = making.move();
  return { path: folder, [Symbol.asyncDispose]: () => made.disposeAsync() };
}
