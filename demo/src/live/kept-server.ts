import { setTimeout as delay } from 'node:timers/promises';
import type { RunningVariant } from '@holbench/harness/start-variant';
import { isEnding } from '@holbench/process/cleanup';
import { messageOf } from '@holbench/process/user-error';

/** Between the end of a server and its next start, in ms. */
const AGAIN_MS = 1_000;

export interface KeptServer extends AsyncDisposable, Pick<RunningVariant, 'origin' | 'versions'> {}

/**
 * A server that is started again when it ends, until it is disposed of: pages that it serves find it again.
 * @param tell is told why it ended, or why it does not start.
 * @throws UserError when it does not start the first time.
 */
export async function keptServer(
  start: () => Promise<RunningVariant>,
  tell: (text: string) => void,
): Promise<KeptServer> {
  const stopping = new AbortController();
  let running = await start();
  const { origin, versions } = running;
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ended = await Promise.race([running.ended, aborted(stopping.signal)]);
      if (ended === null || isEnding()) return;
      tell(`${ended}; starting it again`);
      await running.stop();
      running = (await again(start, stopping.signal, tell)) ?? running;
    }
  };
  const kept = keep();
  return {
    origin,
    versions,
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await kept;
      await running.stop();
    },
  };
}

/** Null when it is not wanted any more. */
async function again(
  start: () => Promise<RunningVariant>,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<RunningVariant | null> {
  while (!signal.aborted) {
    await delay(AGAIN_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    try {
      return await start();
    } catch (error) {
      tell(messageOf(error));
    }
  }
  return null;
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
