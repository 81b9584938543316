import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './user-error.ts';
import type { ManagedProcess } from './managed-process.ts';

/** Time limit for becoming ready, in milliseconds. */
const DEADLINE_MS = 15_000;
/** Pause between two checks, and the time limit of one. */
const CHECK_INTERVAL_MS = 25;
const CHECK_TIMEOUT_MS = 1_000;

/**
 * Repeats a check until it finds something, for up to 15 s.
 * @param find returns null for "not yet". After `limit` it counts as null, and may reject.
 * @returns its result; null after 15 s.
 */
export async function repeatCheck<Found>(
  find: (limit: AbortSignal) => Promise<Found | null>,
): Promise<Found | null> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const limit = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const late = once(limit, 'abort').then(() => null);
    const found = await Promise.race([find(limit), late]).catch((error: unknown) => {
      if (limit.aborted) return null;
      throw error;
    });
    if (found !== null) return found;
    await delay(CHECK_INTERVAL_MS);
  }
  return null;
}

/**
 * Repeats a readiness check of a process.
 * @param awaited What it did not do when the time is over.
 * @throws UserError when the process ends before, or is not ready within 15 s.
 */
export async function waitUntilReady<Found>(
  process: ManagedProcess,
  find: (limit: AbortSignal) => Promise<Found | null>,
  awaited = 'become ready',
): Promise<Found> {
  const found = await repeatCheck(async (limit) => {
    const answer = await Promise.race([find(limit), process.ended.then(() => null)]);
    if (process.ending !== null) throw process.earlyExit();
    return answer;
  });
  if (found !== null) return found;
  throw new UserError(
    `the ${process.name} did not ${awaited} in ${DEADLINE_MS / 1000} s (log: ${process.log.path})`,
    process.log.tail(),
  );
}
