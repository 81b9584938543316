import type { ColumnValue } from '../figures/columns.ts';
import type { Figure } from '../figures/figure.ts';
import type { Plot } from '../plots/plot.ts';

/**
 * Words; a number that leads to its cell; or words that lead to an anchor of the report. Nothing in
 * a report leads to the network.
 */
export type Inline =
  /** A line end in it starts a new line; ▲ and ▼ are read out as higher and lower. */
  | string
  | {
      readonly text: string;
      /** Id of the cell that a number comes from. */
      readonly cell?: string | undefined;
      /** Id of another place in the report. */
      readonly anchor?: string;
      readonly style?: Style | undefined;
    };
export type Style = 'strong' | 'code' | 'good' | 'bad' | 'missing' | 'small';

/**
 * Words made from numbers, which lead to their cells. One that is a single part of code is a command:
 * the page has a button that copies it.
 */
export type Sentence = readonly Inline[];

/** What makes a paragraph or a list look other than the rest. */
export type Role = 'answer' | 'warning' | 'note';

/** What a section consists of. Each renderer walks over these, and knows nothing of their contents. */
export type Block =
  | { readonly block: 'prose'; readonly text: Sentence; readonly role?: Role }
  | { readonly block: 'list'; readonly items: readonly Sentence[]; readonly role?: Role }
  | { readonly block: 'facts'; readonly rows: readonly Fact[] }
  | TableBlock
  | { readonly block: 'plots'; readonly plots: readonly Plot[] }
  /** Where there is room: the second right of the first, and the third below the first. */
  | {
      readonly block: 'beside';
      readonly left: readonly Block[];
      readonly right: readonly Block[];
      readonly under: readonly Block[];
    }
  /** Closed until it is asked for; always open in Markdown. */
  | { readonly block: 'details'; readonly summary: Sentence; readonly blocks: readonly Block[] }
  | { readonly block: 'section'; readonly section: Section }
  /** A card that is shown when a link leads to its anchor: a run has hundreds. HTML only. */
  | {
      readonly block: 'card';
      readonly anchor: string;
      readonly title: string;
      readonly facts: readonly CardFact[];
    };

/** Term and description. */
export type Fact = readonly [string, Sentence];

/** Also a table, or the raw samples of a cell, which only HTML can hold. */
export type CardFact = readonly [
  string,
  Sentence | { readonly table: TableBlock } | { readonly samplesOf: string; readonly text: string },
];

/** A heading and what stands under it. Its level follows from its depth. */
export interface Section {
  /** Anchor: unique in the report. */
  readonly id: string;
  readonly title: string;
  /** True: its heading is for screen readers alone. */
  readonly unseen?: true;
  readonly blocks: readonly Block[];
}

export interface TableBlock {
  readonly block: 'table';
  /** Anchor, and name of its file under `tables/`. */
  readonly id: string;
  /** Its heading; '' for a table that its section names. */
  readonly title: string;
  /** Column headings, that of the row headers first. */
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** What a reader must know before the first number. */
  readonly warnings?: readonly string[];
  /** How to read it, below it. */
  readonly notes?: readonly Sentence[];
  /** `text`: words, left-aligned; `prose`: sentences, which wrap. Default: numbers. */
  readonly look?: 'text' | 'prose';
  /** False: Markdown has a link to the file alone, as a table of hundreds of rows. */
  readonly inMarkdown?: false;
  /** Lines of its file, where these are not its rows: one object per line, by column. */
  readonly records?: readonly Readonly<Record<string, ColumnValue>>[];
}

export interface TableRow {
  /** What the rows from here to the next group have in common; missing: as the row before. */
  readonly group?: string | undefined;
  /** Anchor of the row. */
  readonly id?: string;
  /** The row's header first. */
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly text: Sentence;
  /** What it sorts by; null: no number, last; missing: its text. */
  readonly value?: number | null;
  /** Below it, smaller. */
  readonly lines?: readonly Sentence[];
  /** For those who hover: the numbers of its rounds. */
  readonly title?: string;
  /** The figure that it shows: its file has a line of it. */
  readonly figure?: Figure;
  /** Further columns of that line. */
  readonly columns?: Readonly<Record<string, ColumnValue>>;
  /** Published figures stand beside measured ones in the appendix. */
  readonly published?: { readonly value: number; readonly marks: string };
}

/** A sentence where there are no links: a terminal, a file. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** Whether a cell shows a number that its table's file has a line of. */
export function isFigure({ figure, published }: TableCell): boolean {
  return figure !== undefined || published !== undefined;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly Sentence[]): Sentence {
  return items.flatMap((item, index) =>
    index === 0 ? item : [index === items.length - 1 ? ' and ' : ', ', ...item],
  );
}

/** Lines below the text of a cell, without those that are empty. */
export function linesOf(texts: readonly string[]): Sentence[] {
  return texts.flatMap((text) => (text === '' ? [] : [[text]]));
}
