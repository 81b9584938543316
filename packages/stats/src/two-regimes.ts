import type { SortedSamples } from './sorted-samples.ts';

/** The upper regime begins at so many times the end of the lower one. */
const FACTOR = 3;
/** A single number may be an accident, two of them are a regime. */
const FEWEST = 2;

/**
 * Whether numbers split into two groups with nothing between them, such as the rounds of a server
 * that answers in one half of them and not in the other. A gap splits them if the number above it is
 * at least three times the one below it, and more than `least` above it; each group has two numbers
 * or more. Of several such gaps the one with the largest factor counts. Of rounds from one
 * log-normal distribution (σ = 0.3) fewer than 1 in 1000 split (simulated in the test).
 * @param least the least difference that means something, in the unit; a smaller number below the
 *   gap counts as this one, so that there is a factor to 0 and below.
 * @returns how many numbers are in the lower group; null for one group.
 */
export function lowerRegime(
  samples: SortedSamples,
  least: (smaller: number) => number,
): number | null {
  let found: number | null = null;
  let largest = FACTOR;
  for (let count = FEWEST; count + FEWEST <= samples.length; count += 1) {
    const [low = 0, high = 0] = samples.slice(count - 1, count + 1);
    const floor = least(low);
    const factor = high / Math.max(low, floor, Number.MIN_VALUE);
    if (high - low > floor && factor >= largest) [found, largest] = [count, factor];
  }
  return found;
}
