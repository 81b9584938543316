import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './user-error.ts';
import type { ManagedProcess } from './managed-process.ts';

/** Time limit for becoming ready, in milliseconds. */
const DEADLINE_MS = 15_000;
/** Pause between two checks, and the time limit of one. */
const CHECK_INTERVAL_MS = 25;
const CHECK_TIMEOUT_MS = 1_000;

/**
 * Repeats a readiness check until it succeeds.
 * @param find returns null or false while not ready.
 * @returns its result.
 * @throws UserError when the process ends before, or is not ready within 15 s.
 */
export async function waitUntilReady<Found>(
  process: ManagedProcess,
  find: (timeoutMs: number) => Promise<Found | null | false>,
): Promise<Found> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const found = await Promise.race([
      find(CHECK_TIMEOUT_MS),
      process.ended.then(() => 'ended' as const),
    ]);
    if (found === 'ended' || process.ending !== null) throw process.earlyExit();
    if (found !== null && found !== false) return found;
    await Promise.race([delay(CHECK_INTERVAL_MS), process.ended]);
  }
  throw new UserError(
    `the ${process.name} did not become ready in ${DEADLINE_MS / 1000} s (log: ${process.log.path})`,
    process.log.tail(),
  );
}
