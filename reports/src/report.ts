import type { Comparison } from './compare/comparison.ts';
import type { Section } from './document/block.ts';
import type { Relation } from './figures/relation.ts';
import type { Plot } from './plots/plot.ts';
import type { ReportData } from './runs/report-data.ts';

/** What made a report: its state is part of the report's proof. */
export interface Generator {
  /** Commit of the sources; null where git could not say. */
  readonly commit: string | null;
  readonly dirty: boolean;
}

/** What every section of a report is made from: a pure function of run folders and generator. */
export interface Report {
  readonly data: ReportData;
  readonly relation: Relation;
  /** With another run; null without one. */
  readonly comparison: Comparison | null;
  /** Every picture once: page, Markdown and files have it from here. */
  readonly plots: readonly Plot[];
  readonly generator: Generator;
}

/** One file of `document/sections/` each; null where there is nothing to say. */
export type SectionOf = (report: Report) => Section | null;
