import type { Versus } from '../figures/versus.ts';
import type { Figure } from '../figures/figure.ts';

/** The same figure of two runs. */
export interface Compared {
  readonly here: Figure;
  readonly there: Figure;
  readonly outcome: Outcome;
  /** Null where nothing is judged. */
  readonly versus: Versus | null;
  /** This run's ÷ the other's; null unless both have a value above 0, and one is no lower bound. */
  readonly ratio: number | null;
}

/** What comes of a comparison, in this order, and how it is called; of figures without any value nothing is said. */
export const OUTCOMES = [
  ['equivalent', 'equivalent'],
  ['higher', 'higher'],
  ['lower', 'lower'],
  ['undecided', 'undecided'],
  ['too few', 'with too few rounds or connections'],
  ['bounds', 'lower bounds in both runs'],
  ['here', 'with a value in this run only'],
  ['there', 'with a value in the other run only'],
  ['not comparable', 'not comparable (another link or workload)'],
  ['not judged', 'not judged (counts, extremes and predictions)'],
] as const;
export type Outcome = (typeof OUTCOMES)[number][0] | 'no value';
