import { whyNotApart } from './apart.ts';
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
 * intervals of at least four rounds are apart, and the values by more than a certified link may be
 * off: 1 ms and 5 % of a latency, 5 % of anything else. Of medians alone: p95, p99 and means of all
 * operations come apart by chance too often. The runs are not paired: each has links and losses of
 * its own.
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
  if (here.pooled === 'no median') return 'not a median';
  const enough = Math.min(here.rounds, there.rounds) >= ENOUGH_ROUNDS;
  if (!enough || here.interval === null || there.interval === null) return 'too few rounds';
  const smaller = Math.min(Math.abs(here.value), Math.abs(there.value));
  return whyNotApart(
    { value: here.value, interval: here.interval },
    { value: there.value, interval: there.interval },
    rule.inMs ? leastDifferenceMs(smaller) : LINK_TOLERANCE * smaller,
  );
}

function ratio(here: number | null, there: number | null): number | null {
  return here !== null && there !== null && here > 0 && there > 0 ? here / there : null;
}
