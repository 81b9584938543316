/** Intervals of a moving average, and moving averages that are compared (`MAD` of the draft). */
const MOVING = 4;

/** Moving averages need that many intervals before they can be compared. */
export const LEAST_INTERVALS = 2 * MOVING - 1;

/**
 * Whether a transfer has reached working conditions: its goodput is stable. The criterion of
 * draft-ietf-ippm-responsiveness, "Working Conditions": a moving average over four intervals, of
 * which the standard deviation of the last four is less than `tolerance` of the latest.
 * @param intervalBytes bytes moved in each complete interval, from the first on.
 * @param tolerance share of the latest moving average: 0.05 in the draft (`SDT`).
 */
export function isStable(intervalBytes: readonly number[], tolerance: number): boolean {
  if (intervalBytes.length < LEAST_INTERVALS) return false;
  const averages = Array.from({ length: MOVING }, (_, back) => {
    const end = intervalBytes.length - back;
    return mean(intervalBytes.slice(end - MOVING, end));
  });
  const [latest = 0] = averages;
  const middle = mean(averages);
  const variance = mean(averages.map((average) => (average - middle) ** 2));
  return latest > 0 && Math.sqrt(variance) < tolerance * latest;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
