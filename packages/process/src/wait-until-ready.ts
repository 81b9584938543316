import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './user-error.ts';
import type { ManagedProcess } from './managed-process.ts';

/** How long a process may take to become ready, in milliseconds. */
const DEADLINE_MS = 15_000;
/** Pause between two probes, and the longest that one may take. */
const PROBE_INTERVAL_MS = 25;
const PROBE_TIMEOUT_MS = 1_000;

/**
 * Probes until the process answers.
 * @throws UserError when it ends before, or does not answer within 15 s.
 */
export async function waitUntilReady(
  process: ManagedProcess,
  probe: (timeoutMs: number) => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const ready = await Promise.race([
      probe(PROBE_TIMEOUT_MS),
      process.ended.then(() => 'ended' as const),
    ]);
    if (ready === 'ended' || process.ending !== null) throw process.earlyExit();
    if (ready) return;
    await Promise.race([delay(PROBE_INTERVAL_MS), process.ended]);
  }
  throw new UserError(
    `the ${process.name} did not become ready in ${DEADLINE_MS / 1000} s (log: ${process.log.path})`,
    process.log.tail(),
  );
}
