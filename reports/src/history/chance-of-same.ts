import type { Figure } from '../figures/figure.ts';
import { versus } from '../figures/versus.ts';

/** Halvings of a level: more change no figure that is printed. */
const STEPS = 40;

/**
 * The p-value of "both wait equally long", within the tolerance of two servers. It is 1 − the highest level at which
 * their interval shows a difference. 1 where there is no interval.
 */
export function chanceOfSame(one: Figure, other: Figure): number {
  let [least, most] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const chance = (least + most) / 2;
    const { decision } = versus(one, other, { level: 1 - chance });
    if (decision === 'higher' || decision === 'lower') most = chance;
    else least = chance;
  }
  return most;
}
