import type { Evidence } from './claim.ts';

/** Why a run cannot judge a claim, in one line; what it could still measure goes with it. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
  readonly evidence: readonly Evidence[];

  constructor(why: string, evidence: readonly Evidence[] = []) {
    super(why);
    this.evidence = evidence;
  }
}
