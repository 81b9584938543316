import { allHold, oneHolds } from '@holbench/stats/several-tests';
import { signTest } from '@holbench/stats/sign-test';
import { plural } from '../../document/format.ts';
import type { ClaimRound } from './claim-rounds.ts';

/** Why a run cannot test a claim, in one line. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
}

/** What `make` gives, or why it cannot. */
export function attempt<Made>(make: () => Made): Made | NotTested {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    return error;
  }
}

/** With fewer rounds a claim is not tested. */
export const CLAIM_ROUNDS = 10;

/** How sure the rounds are that something holds. */
export interface Hypothesis {
  /** Probability of rounds that agree as much where it does not hold. */
  readonly p: number;
  /** What is said of it where it is shown, besides the figures. */
  readonly remark: string;
}

/**
 * The median of the rounds is above a threshold: the exact sign test. A lower bound above it counts; an
 * upper bound may be anything below it, and counts against.
 * @throws NotTested for fewer than ten rounds.
 */
export function above(numbers: readonly ClaimRound[], threshold: number, remark = ''): Hypothesis {
  assertEnough(numbers);
  return {
    p: signTest(
      numbers.map(({ low }) => low),
      threshold,
    ),
    remark,
  };
}

/** The same below it. @throws NotTested as `above`. */
export function below(numbers: readonly ClaimRound[], threshold: number, remark = ''): Hypothesis {
  assertEnough(numbers);
  return {
    p: signTest(
      numbers.map(({ high }) => -high),
      -threshold,
    ),
    remark,
  };
}

/** All of them hold. */
export function allOf(...parts: readonly Hypothesis[]): Hypothesis {
  return { p: allHold(parts.map(({ p }) => p)), remark: '' };
}

/** One of them holds; it says which. */
export function oneOf(...parts: readonly Hypothesis[]): Hypothesis {
  const surest = parts.toSorted((a, b) => a.p - b.p)[0];
  return { p: oneHolds(parts.map(({ p }) => p)), remark: surest?.remark ?? '' };
}

function assertEnough({ length }: readonly ClaimRound[]): void {
  if (length >= CLAIM_ROUNDS) return;
  throw new NotTested(
    `needs ${CLAIM_ROUNDS} rounds that both have, and has ${plural(length, 'round')}`,
  );
}
