import type { ShiftInterval } from '@holbench/stats/shift-interval';
import type { Difference } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';

/** The same figure of two runs. */
export interface Compared {
  readonly here: Figure;
  readonly there: Figure;
  /** `not comparable`: of another link or workload. */
  readonly difference: Difference | { readonly is: 'not shown'; readonly why: 'not comparable' };
  /** Null where they cannot be compared or are not judged. */
  readonly agreement: Agreement | null;
  /** Null without enough rounds of the same seeds. */
  readonly paired: Paired | null;
  /** This run's ÷ the other's; null unless both have a value above 0, and one is no lower bound. */
  readonly ratio: number | null;
}

/** Whether a figure of two runs agrees. */
export interface Agreement {
  /**
   * `interval`: the exact interval of the difference of the two includes 0. `value`: it does not, or
   * there is none, and the two values are within 10 %. Null: they do not agree.
   */
  readonly by: 'interval' | 'value' | null;
  /** Of this run’s rounds − the other’s, in the unit; null: too few rounds for its level. */
  readonly shift: ShiftInterval | null;
}

/** As of a wait from sharing the connection: shown to be none, shown to be one, or neither. */
export type PairedOutcome = 'equivalent' | 'higher' | 'lower' | 'undecided';

/** What the rounds of the same seeds in two runs say, which have the same contents and losses. */
export interface Paired {
  /** Interval of the median of this run’s number − the other’s, in the unit; ends may be infinite. */
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** Seeds that both have. */
  readonly rounds: number;
  readonly outcome: PairedOutcome;
}
