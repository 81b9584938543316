import type { NetworkProfile } from '@holbench/results/network-profile';
import type { RunNetwork } from '@holbench/results/run-network';
import type { CorrectedTest } from '@holbench/stats/several-tests';
import type { Report } from '../../report.ts';
import type { ClaimRun } from './claim-run.ts';
import type { Hypothesis } from './hypothesis.ts';

/** What claims are judged by: everything that was measured, and the network that is looked at. */
export interface Measured extends Pick<Report, 'data' | 'relation'> {
  readonly network: RunNetwork;
  /** Those that the claim is judged by here, in the order of its run; the one looked at comes last. */
  readonly profiles: readonly NetworkProfile[];
}

/**
 * `inconclusive`: tested, and neither shown. `not tested`: the run lacks what a test needs.
 */
export const VERDICTS = ['supported', 'contradicted', 'inconclusive', 'not tested'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The median over rounds of one number of each, that a verdict rests on. */
export interface Evidence {
  readonly what: string;
  /** Such as `ms`; '' for a ratio. */
  readonly unit: string;
  /** Null where too many rounds have bounds alone. */
  readonly value: number | null;
  /** A lower bound, an upper bound, or neither. */
  readonly bound: '≥' | '≤' | '';
  /** Exact interval of the median; infinite where an end rests on a bound. */
  readonly low: number;
  readonly high: number;
  /** Of the interval, 0.95 or more. */
  readonly level: number;
  readonly rounds: number;
  readonly cells: readonly string[];
}

/** What the rounds of one network say of a claim. */
export interface Tested {
  /** The numbers, in words. */
  readonly figures: string;
  readonly evidence: readonly Evidence[];
  /** Null where the run could show only the other. */
  readonly supported: Hypothesis | null;
  readonly contradicted: Hypothesis;
}

/** A test after the correction for all of the report. */
export interface JudgedTest extends CorrectedTest {
  readonly p: number;
}

/** A claim over one network. */
export interface Judgement {
  readonly network: string;
  readonly verdict: Verdict;
  /** One line. */
  readonly why: string;
  readonly evidence: readonly Evidence[];
  readonly supported: JudgedTest | null;
  readonly contradicted: JudgedTest | null;
}

/** Something that a run can support or contradict. */
export interface Claim {
  /** The cells that test it, with its id. */
  readonly run: ClaimRun;
  /** One sentence, as a run tests it. */
  readonly claim: string;
  /** `ours`: an inference of this lab; its sources prompted it and do not say it. */
  readonly by: 'published' | 'ours';
  /** Authors, title and year. Looked up in November 2026. */
  readonly sources: readonly { readonly text: string; readonly url: string }[];
  /** When it counts as supported and when as contradicted. */
  readonly rule: string;
  /** The tests over one network that can show it. Pure. @throws NotTested */
  readonly check: (measured: Measured) => Tested;
}

/** What a report says of a claim, over each network that can show it. */
export interface JudgedClaim extends Pick<Claim, 'claim' | 'by' | 'sources' | 'rule'> {
  readonly id: string;
  /** The run that tests it. */
  readonly command: string;
  /** Networks that can show it, in words. */
  readonly needs: string;
  readonly judgements: readonly Judgement[];
}
