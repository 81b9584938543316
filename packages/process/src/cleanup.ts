import { constants } from 'node:os';

type CleanUp = () => Promise<void>;
type LastResort = () => void;

interface Resource {
  readonly cleanUp: CleanUp;
  readonly lastResort: LastResort;
}

const resources = new Set<Resource>();
let watching = false;
let ending = false;

/** Longest that the graceful way may take, in milliseconds, before `lastResort`. */
const ENDING_LIMIT_MS = 10_000;

/**
 * Has a resource released however this process ends: by SIGINT, SIGTERM, SIGHUP or an uncaught
 * error in reverse order of registration, by `process.exit` through `lastResort`, which cannot
 * wait. Only SIGKILL is out of reach.
 * @returns a function to call once the resource has been released.
 */
export function cleanUpAtExit(cleanUp: CleanUp, lastResort: LastResort): () => void {
  watch();
  const resource = { cleanUp, lastResort };
  resources.add(resource);
  return () => resources.delete(resource);
}

function watch(): void {
  if (watching) return;
  watching = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Repeats are ignored: under pnpm one Ctrl-C arrives twice, from the terminal and from pnpm.
    process.on(signal, () => void end(128 + constants.signals[signal]));
  }
  const crash = (error: unknown): void => {
    // What was under way fails because its processes are being ended: no news.
    if (!ending) console.error(error);
    void end(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('exit', () => {
    for (const { lastResort } of resources) lastResort();
  });
}

/** True once a signal or an uncaught error has begun to end this process. */
export function isEnding(): boolean {
  return ending;
}

/** To be called before a resource is made: while this process ends, there shall be no new ones. */
export function assertNotEnding(): void {
  if (ending) throw new Error('this process is ending');
}

async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(exitCode), ENDING_LIMIT_MS);
  for (const resource of [...resources].toReversed()) {
    await resource.cleanUp().catch((error: unknown) => console.error(error));
  }
  process.exit(exitCode);
}
