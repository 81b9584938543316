const FIRST_MS = 250;
const LONGEST_MS = 3_000;

/**
 * How long to wait before connection attempt `attempt` (from 0), in milliseconds: doubling, and
 * bounded by the 3 s that Chromium's EventSource waits, so that both transports reconnect alike.
 */
export function backOffMs(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}
