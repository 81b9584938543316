import type { Figure } from '../figures/figure.ts';
import { versus } from '../figures/versus.ts';

/** Halvings of a level: more change no figure that is printed. */
const STEPS = 40;

/**
 * p of "both are the same": the largest level at which the interval of one against the other leaves "the same" out is
 * its complement. 1 where there is no interval.
 */
export function chanceOfSame(one: Figure, other: Figure): number {
  let [least, most] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const level = 1 - (least + most) / 2;
    const { interval, isRatio } = versus(one, other, { level, within: 0 });
    const same = isRatio ? 1 : 0;
    const differs = interval !== null && (interval.low > same || interval.high < same);
    if (differs) most = 1 - level;
    else least = 1 - level;
  }
  return most;
}
