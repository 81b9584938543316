import type { Interval } from '@holbench/results/bootstrap';

/** A published figure beside a measured one. */
export interface Published {
  readonly value: number;
  /** Footnote marks of its known defects. */
  readonly marks: readonly string[];
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
