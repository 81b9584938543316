import type { RunNetwork } from '@holbench/results/run-network';
import type { Figure } from '../../figures/figure.ts';
import type { Report } from '../../report.ts';

/** What claims are judged by: everything that was measured, and the network that is looked at. */
export interface Measured extends Pick<Report, 'data' | 'relation'> {
  readonly network: RunNetwork;
}

/** `not testable`: this run cannot carry a judgement; the claim says which one could. */
export type Verdict = 'reproduced' | 'refuted' | 'not testable';

/** The median over rounds of one number of each, or of two that are paired, that a verdict rests on. */
export interface Evidence extends Pick<Figure, 'censored' | 'rounds' | 'cells'> {
  readonly what: string;
  /** Such as `ms`; '' for a ratio. */
  readonly unit: string;
  readonly value: number;
  /** 95 % interval, over rounds; `high` of Infinity has no end. */
  readonly low: number;
  readonly high: number;
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
  /** Who published it: authors, title and year. Looked up in November 2026. */
  readonly sources: readonly { readonly text: string; readonly url: string }[];
  /** When it counts as reproduced and when as refuted. */
  readonly rule: string;
  /** The run that would test it. */
  readonly command: string;
  /** Networks that may show it, in words. */
  readonly needs: string;
  /** What one network shows; null for one that cannot show it. Pure. @throws NotTestable */
  readonly check: (measured: Measured) => Judgement | null;
}

/** What a run says of a claim. */
export type JudgedClaim = Omit<Claim, 'needs' | 'check'> & Judgement;

/** Why a run cannot judge a claim, in one line; what it could still measure goes with it. */
export class NotTestable extends Error implements Judgement {
  override readonly name = 'NotTestable';
  readonly verdict = 'not testable';
  readonly why: string;
  readonly evidence: readonly Evidence[];

  constructor(why: string, evidence: readonly Evidence[] = []) {
    super(why);
    this.why = why;
    this.evidence = evidence;
  }
}

/** What `make` gives, or why it cannot. */
export function attempt<Made>(make: () => Made): Made | NotTestable {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NotTestable)) throw error;
    return error;
  }
}

/** A verdict, when it holds, and what is said of it besides the figures. */
type Case = readonly [holds: boolean, verdict: Verdict, remark?: string];

const TOO_WIDE: Case = [
  true,
  'not testable',
  ', but the intervals are too wide: needs more rounds',
];

/**
 * The first case that holds; without any the run is too small for a verdict.
 *
 * @param figures the numbers, in words.
 */
export function judged(
  figures: string,
  evidence: readonly Evidence[],
  cases: readonly Case[],
): Judgement {
  const [, verdict, remark = ''] = cases.find(([holds]) => holds) ?? TOO_WIDE;
  return { verdict, why: `${figures}${remark}`, evidence };
}
