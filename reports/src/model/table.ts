import type { Interval } from '@holbench/results/bootstrap';

/** A published figure beside a measured one. */
export interface Published {
  readonly value: number;
  /** Footnote marks of its known defects. */
  readonly marks: readonly string[];
}

/** A figure against the best variant's of the same place, in the same rounds. */
export interface Ratio {
  /** This one ÷ the best; the median of the rounds that both have. 1 for the best itself. */
  readonly value: number;
  /** As printed: `best`, `× 1.24`. */
  readonly text: string;
}

/** The same figure of another run, beside this one. */
export interface Compared {
  /** The other run's, as printed; it may have none. */
  readonly text: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  /** This run's ÷ the other's; null where one of them has no value or the other's is 0. */
  readonly ratio: number | null;
  /** Whether the two are shown to differ: never by one round, never where the intervals overlap. */
  readonly difference: 'higher' | 'lower' | 'not shown';
}

/** `ok` has a value; every other state says why there is none. */
export type FigureState = 'ok' | 'too-small' | 'failed' | 'invalid' | 'unsupported' | 'not-run';

/** One number of a table, or why it is not there. */
export interface Figure {
  readonly state: FigureState;
  /** In the column's unit; null unless `state` is `ok`. */
  readonly value: number | null;
  /** As printed. */
  readonly text: string;
  /** 95 %, over rounds; null with one round or where none applies. */
  readonly interval: Interval | null;
  /** Short remark under the number, e.g. its n. */
  readonly remark: string;
  readonly published: Published | null;
  /** Null where no variant is better than another: counts, ratios, one variant alone. */
  readonly ratio: Ratio | null;
  /** Null in a report of one run. */
  readonly compared: Compared | null;
  /** Id of a cell that it comes from. */
  readonly cell: string | null;
}

export interface Row {
  readonly header: string;
  readonly figures: readonly Figure[];
}

export interface Table {
  /** Anchor and file name. */
  readonly id: string;
  readonly title: string;
  readonly rowHeader: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Why the published figures are not comparable; empty when nothing is known against it. */
  readonly notComparable: readonly string[];
  /** How to read it, and why figures are missing. */
  readonly notes: readonly string[];
}
