import type { LinkDirection } from '@holbench/results/network-profile';
import { seededRandom } from '@holbench/stats/seeded-random';
import { delayStepMs } from '../../certify/phase.ts';

/** Five minutes or more; then the series repeats. */
const STEPS = 3_000;

/**
 * Delays over time, normally distributed around the delay with the standard deviation of the jitter (never below 0), in
 * nanoseconds, one for each step. rattan's jitter per packet lets packets overtake each other; with a delay that changes
 * over time they keep their order.
 */
function delaysNs({ delayMs, jitterMs }: LinkDirection, seed: number): number[] {
  const random = seededRandom(seed);
  // In (0, 1].
  const uniform = (): number => (random.below(2 ** 30) + 1) / 2 ** 30;
  return Array.from({ length: STEPS }, () => {
    // Box & Muller, "A note on the generation of random normal deviates", 1958.
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return Math.max(0, Math.round((delayMs + jitterMs * normal) * 1e6));
  });
}

/** As rattan reads it: a JSON document of the netem-trace library. */
export function delayTrace(side: LinkDirection, seed: number): string {
  const duration = `${delayStepMs(side)}ms`;
  const pattern = delaysNs(side, seed).map((ns) => ({
    StaticDelayConfig: { delay: `${ns}ns`, duration },
  }));
  // A count of 0 repeats the pattern for ever.
  return JSON.stringify({ RepeatedDelayPatternConfig: { pattern, count: 0 } });
}
