import type { Interval } from '@holbench/stats/bootstrap';
import type { ReportData } from '../model/report-data.ts';

/** `not testable`: this run cannot carry a judgement; the claim says which one could. */
export type Verdict = 'reproduced' | 'refuted' | 'not testable';

export interface Source {
  readonly authors: string;
  readonly title: string;
  readonly year: number;
  readonly url: string;
}

/** One number of a run that a verdict rests on. */
export interface Evidence {
  readonly what: string;
  /** Such as `ms`; '' for a ratio. */
  readonly unit: string;
  /** The median over rounds. */
  readonly value: number;
  /** 95 %, over rounds. */
  readonly interval: Interval;
  readonly rounds: number;
  /** Ids of the cells that it comes from. */
  readonly cells: readonly string[];
}

export interface Judgement {
  readonly verdict: Verdict;
  /** One line. */
  readonly why: string;
  readonly evidence: readonly Evidence[];
}

/** Something published that a run can show to be so, or not. */
export interface Claim {
  readonly id: string;
  /** One sentence, as a run tests it. */
  readonly claim: string;
  readonly sources: readonly Source[];
  /** When it counts as reproduced and when as refuted. */
  readonly rule: string;
  /** The run that would test it. */
  readonly command: string;
  /** Pure. @throws NotTestable */
  readonly check: (data: ReportData) => Judgement;
}

/** What a run says of a claim. */
export type JudgedClaim = Omit<Claim, 'check'> & Judgement;
