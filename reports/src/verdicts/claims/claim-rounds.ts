import { type Bounds, exactly, minus, over, times, UNKNOWN } from '@holbench/stats/round-number';
import { pairedByRound, type RoundKey } from '../../figures/pairs.ts';

/** The number of one round, and the cells that it comes from. */
export interface ClaimRound extends RoundKey, Bounds {
  readonly cells: readonly string[];
}

type Rounds = readonly ClaimRound[];

/** a ÷ b of each round that both have; both are positive. */
export function ratio(a: Rounds, b: Rounds): ClaimRound[] {
  return ofBoth(a, b, over);
}

/** a · b of each round that both have; both are positive. */
export function product(a: Rounds, b: Rounds): ClaimRound[] {
  return ofBoth(a, b, times);
}

/** a − b of each round that both have. */
export function difference(a: Rounds, b: Rounds): ClaimRound[] {
  return ofBoth(a, b, minus);
}

/** The share of a positive number; null: not known in that round. */
export function shareOf(rounds: Rounds, of: (round: ClaimRound) => number | null): ClaimRound[] {
  return rounds.map((round) => {
    const whole = of(round);
    return whole === null ? unknown(round) : { ...round, ...over(round, exactly(whole)) };
  });
}

/** A round whose number failed: certain in no direction, so that it counts against every hypothesis. */
export function unknown(round: Omit<ClaimRound, keyof Bounds>): ClaimRound {
  return { ...round, ...UNKNOWN };
}

function ofBoth(a: Rounds, b: Rounds, operation: typeof over): ClaimRound[] {
  return pairedByRound(a, b).map(([one, other]) => {
    return { ...one, ...operation(one, other), cells: [...one.cells, ...other.cells] };
  });
}
