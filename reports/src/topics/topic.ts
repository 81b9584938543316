import type { Scenario } from '@holbench/scenarios/scenario';
import type { Sentence } from '../document/block.ts';
import type { Figure, Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import type { Amount, TimeUnit } from '../answer/amounts.ts';
import type { Variant } from '@holbench/variants/registry';

/** A column of the table that answers: one number of each server. */
export interface Column {
  /** Unique in its topic. */
  readonly id: string;
  readonly title: string | ((place: Place, series: string) => string);
  /** Its metric: the first of these that a server of the place has. */
  readonly metrics: readonly string[];
  /** Which of the series that the place has, in their order; missing: the metric has none. */
  readonly series?: (all: readonly string[]) => string | undefined;
  /** True: with the settings that keep what a sender holds ready short. Without a value anywhere it is left out. */
  readonly tuned?: true;
  /** True: left out where every server has none, or where a tuned column takes its room. */
  readonly spare?: true;
  /** How it is printed; default: with its interval. */
  readonly amount?: (figure: Figure | null, unit: TimeUnit) => Amount;
}

/** Such as `beside few transfers`, and why. */
export interface Condition {
  readonly text: string;
  readonly why: string;
}

/**
 * What a reader asks of some scenarios, and how the report answers: a headline, a table with the best server first, and
 * a section with every table and picture.
 */
export interface Topic {
  /** Anchor of its section. */
  readonly id: string;
  /** Of its section. */
  readonly title: string;
  readonly has: (scenario: Scenario, kind: Place['kind']) => boolean;
  /** What a place is asked, such as `10 text CoValues loaded at once`. @param series that it is asked of. */
  readonly asks: (place: PlaceAnswer, series: string) => string;
  /** The headline before the best number: `A small message takes`. */
  readonly lead: (place: Place, series: string) => string;
  /** {@link ranks} is one of them; a place shows at most four. */
  readonly columns: readonly Column[];
  /** The same columns of something else beside it, with the title of their table. */
  readonly more?: { readonly title: string; readonly columns: readonly Column[] };
  /** The column that the servers are ordered by. */
  readonly ranks: string;
  /** What the column is of whose interval says how sure the answer is, in a sentence; default: time. */
  readonly known?: string;
  /** That column, where it is not {@link ranks}. Its numbers are differences, which may be none. */
  readonly knownBy?: string;
  /** True: all times of its table have one unit, as they are compared with each other. */
  readonly oneUnit?: true;
  /** True: a server with other settings has a row of its own. */
  readonly arms?: true;
  /** Up to what a row is true, for the headline and for the row. Null: always. @param all figures of the place. */
  readonly condition?: (
    row: { readonly variant: Variant; readonly arm: string },
    all: readonly Figure[],
    data: Report['data'],
  ) => Condition | null;
  /** What makes the difference, and what to change: at most two sentences. */
  readonly reasons?: (
    report: Pick<Report, 'data' | 'relation'>,
    answer: PlaceAnswer,
  ) => readonly Sentence[];
  /** How to read the table. */
  readonly reading?: (answer: PlaceAnswer, data: Report['data']) => readonly string[];
}

/** What a server, with its settings, does at a place. */
export interface AnswerRow {
  readonly variant: Variant;
  /** '' for the run’s own factors. */
  readonly arm: string;
  /** `WebSocket, Node (ws)`. */
  readonly name: string;
  /** `Node 26.12.1`. */
  readonly runtime: string;
  /** `bulk 6`; '' for the run’s own factors. */
  readonly settings: string;
  /** What the servers are ordered by. */
  readonly main: Figure;
  /** By column; null: not measured. */
  readonly figures: Readonly<Record<string, Figure | null>>;
  /** Why it ranks no server; '' where it does. */
  readonly limit: string;
  /** As long as what is true of a row; '': always. */
  readonly condition: string;
  /** What qualifies it, the condition included. */
  readonly remarks: readonly string[];
}

/** A column at a place. */
export interface AnswerColumn extends Pick<Column, 'id' | 'tuned' | 'spare' | 'amount'> {
  readonly title: string;
  readonly metric: string;
  readonly series: string;
  /** Of its times. */
  readonly unit: TimeUnit;
}

/** A table that answers. */
export interface AnswerTable {
  readonly columns: readonly AnswerColumn[];
  /** Best first; those that rank nobody last. */
  readonly rows: readonly AnswerRow[];
}

/** What a place says of the question of a topic. */
export interface PlaceAnswer extends Place, AnswerTable {
  readonly topic: Topic;
  /** Which series the servers are ordered by, such as a number of users; '' without series. */
  readonly series: string;
  /** The table of `topic.more`. */
  readonly more: AnswerTable;
  /** Of every time of the place. */
  readonly unit: TimeUnit;
  /** Whether its network loses packets at random, one by one, as no link is known to do. */
  readonly isStressTest: boolean;
}
