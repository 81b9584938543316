/**
 * The time of a failed operation, in any unit. It sorts after every measured one, so that
 * percentiles are over all operations. A statistic of it is censored, too. Not Infinity, which no
 * sample may be.
 */
export const CENSORED = Number.MAX_VALUE;

/** The number of one round. */
export interface RoundNumber {
  readonly value: number;
  /** True: a lower bound. */
  readonly censored: boolean;
  /** Of a difference: the number that it is added to, in the same unit. */
  readonly base?: number;
}

/** A round that may be any number: a lower bound of nothing. */
export const UNKNOWN: RoundNumber = { value: -Infinity, censored: true };

/** How many of these rounds are unknown. */
export function unknownAmong(rounds: readonly RoundNumber[]): number {
  return rounds.filter((round) => round === UNKNOWN).length;
}

/** These rounds, and so many unknown ones. */
export function withUnknown(rounds: readonly RoundNumber[], count: number): RoundNumber[] {
  return [...rounds, ...Array.from({ length: count }, () => UNKNOWN)];
}
