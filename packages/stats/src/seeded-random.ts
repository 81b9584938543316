import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Pseudo-random integers, the same for the same seed on every machine. */
export interface SeededRandom {
  /** A uniform integer in [0, limit). */
  below(limit: number): number;
}

/** xoroshiro128+ of the library pure-rand. @param seed a 32-bit integer. */
export function seededRandom(seed: number): SeededRandom {
  const generator = xoroshiro128plus(seed);
  return { below: (limit) => uniformInt(generator, 0, limit - 1) };
}

/** A shuffled copy (Fisher and Yates, as in Knuth, TAOCP 3.4.2, algorithm P). */
export function shuffled<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const picked = random.below(last + 1);
    // Each is replaced by the other.
    const moved = result.splice(picked, 1, ...result.slice(last, last + 1));
    result.splice(last, 1, ...moved);
  }
  return result;
}
