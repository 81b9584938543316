import { constants } from 'node:os';

interface Resource {
  readonly cleanUp: () => Promise<void>;
  /** For a process that ends at once and cannot wait. */
  readonly lastResort: () => void;
}

/** Signals that ask a process to end. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

const resources = new Set<Resource>();
let watching = false;
let ending = false;

/** Time limit of all `cleanUp` together, in milliseconds; then `lastResort`. */
const ENDING_LIMIT_MS = 10_000;

/**
 * Releases a resource however this process ends, except by SIGKILL. SIGINT, SIGTERM, SIGHUP or an
 * uncaught error call `cleanUp`, `process.exit` calls `lastResort`; the latest resource first.
 * @returns a function to call once the resource has been released.
 */
export function cleanUpAtExit(
  cleanUp: Resource['cleanUp'],
  lastResort: Resource['lastResort'],
): () => void {
  watch();
  const resource = { cleanUp, lastResort };
  resources.add(resource);
  return () => resources.delete(resource);
}

function watch(): void {
  if (watching) return;
  watching = true;
  for (const signal of END_SIGNALS) {
    // A repeated signal is ignored: under pnpm Ctrl-C arrives twice, from the terminal and from pnpm.
    process.on(signal, () => void end(128 + constants.signals[signal]));
  }
  const crash = (error: unknown): void => {
    // While this process ends, errors come from ending its children.
    if (!ending) console.error(error);
    void end(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('exit', () => {
    for (const { lastResort } of [...resources].toReversed()) {
      try {
        lastResort();
      } catch (error) {
        console.error(error);
      }
    }
  });
}

/** True once a signal or an uncaught error has begun to end this process. */
export function isEnding(): boolean {
  return ending;
}

/** Call it before making a resource. @throws Error while this process ends. */
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
