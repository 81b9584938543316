import { ENOUGH_ROUNDS } from './enough-rounds.ts';
import { LINK_TOLERANCE, leastDifferenceMs } from './least-difference.ts';
import type { Compared, Figure, NotShown } from './table.ts';

export interface ComparisonRule {
  /** Whether the figures are in ms: those have a least difference of their own. */
  readonly inMs: boolean;
  /** False where the two runs measured different things. */
  readonly comparable: boolean;
}

/**
 * What to put beside a figure: the same one of another run. A difference is shown when the 95 %
 * intervals of at least four rounds are apart, and by more than two certified links may be: 1 ms and
 * 5 % of a latency, 5 % of anything else. The runs are not paired: each has links and losses of its own.
 *
 * @returns null where neither has a value and both say so in the same words.
 */
export function compareFigure(here: Figure, there: Figure, rule: ComparisonRule): Compared | null {
  const { text, remark, value, interval } = there;
  if (here.value === null && value === null && here.text === text) return null;
  const why = notShown(here, there, rule);
  return {
    text,
    remark,
    value,
    interval,
    ratio: ratio(here.value, value),
    difference: why !== null ? 'not shown' : (here.value ?? 0) > (value ?? 0) ? 'higher' : 'lower',
    why,
  };
}

function notShown(here: Figure, there: Figure, rule: ComparisonRule): NotShown | null {
  if (here.value === null || there.value === null) return 'no value';
  if (!rule.comparable) return 'not comparable';
  if (here.rounds === 0 || there.rounds === 0) return 'no interval';
  const enough = Math.min(here.rounds, there.rounds) >= ENOUGH_ROUNDS;
  if (!enough || here.interval === null || there.interval === null) return 'too few rounds';
  const overlap =
    here.interval.low <= there.interval.high && there.interval.low <= here.interval.high;
  if (overlap) return 'overlap';
  const smaller = Math.min(Math.abs(here.value), Math.abs(there.value));
  const least = rule.inMs ? leastDifferenceMs(smaller) : LINK_TOLERANCE * smaller;
  return Math.abs(here.value - there.value) < least ? 'within tolerance' : null;
}

function ratio(here: number | null, there: number | null): number | null {
  return here !== null && there !== null && here > 0 && there > 0 ? here / there : null;
}

/**
 * How probable it is that the rounds of two runs that do not differ are apart, all of one above all
 * of the other: 2 ÷ C(a + b, a), the exact permutation test; 1 in 35 for four and four.
 */
export function chanceApart(a: number, b: number): number {
  let ways = 1;
  for (let k = 1; k <= a; k += 1) ways = (ways * (b + k)) / k;
  return 2 / ways;
}
