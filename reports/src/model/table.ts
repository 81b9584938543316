import type { Interval } from '@holbench/stats/bootstrap';

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

/** Why two runs' figures are not shown to differ. */
export type NotShown =
  | 'overlap'
  | 'too few rounds'
  /** Counts, extremes and what each cell used have none. */
  | 'no interval'
  /** p95, p99 and means of all operations: their intervals come apart by chance too often. */
  | 'not a median'
  /** Apart by no more than a link may be off. */
  | 'within tolerance'
  | 'no value'
  | 'not comparable';

/** The same figure of another run, beside this one. */
export interface Compared {
  /** The other run's, as printed; it may have none. */
  readonly text: string;
  readonly remark: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  /** This run's ÷ the other's; null unless both have a value above 0. */
  readonly ratio: number | null;
  /** This run's against the other's. */
  readonly difference: 'higher' | 'lower' | 'not shown';
  /** Null where a difference is shown. */
  readonly why: NotShown | null;
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
  /** How many rounds have it; 0 where it is of no rounds: a count, an extreme, what a cell used. */
  readonly rounds: number;
  /** True: of the operations, batches or sessions that succeeded alone, so that it ranks nobody. */
  readonly ofSurvivors?: true;
  /** Of the operations of all rounds together; not there: one number of each round, or none. */
  readonly pooled?: 'median' | 'no median';
  /** Short remark under the number, e.g. its n. */
  readonly remark: string;
  readonly published: Published | null;
  /** Null where no variant is better than another: counts, ratios, one variant alone. */
  readonly ratio: Ratio | null;
  /** Null without another run, and where the other has nothing of the kind. */
  readonly compared: Compared | null;
  /** Id of a cell that it comes from. */
  readonly cell: string | null;
}

export interface Row {
  readonly header: string;
  /** What the rows from here to the next group have in common; rows of no group have none. */
  readonly group?: string;
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
