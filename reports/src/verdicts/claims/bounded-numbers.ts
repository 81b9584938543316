import { pairedByRound, type RoundKey } from '../../figures/pairs.ts';

/** One number of one round, and in which directions it is certain. */
export interface BoundedNumber extends RoundKey {
  readonly value: number;
  /** True: a lower bound. With `atMost` it is not known at all. */
  readonly atLeast: boolean;
  /** True: an upper bound. */
  readonly atMost: boolean;
  /** Ids of the cells that it comes from. */
  readonly cells: readonly string[];
}

type Numbers = readonly BoundedNumber[];

/** a ÷ b of each round that both have; both are positive. */
export function ratio(a: Numbers, b: Numbers): BoundedNumber[] {
  return combined(a, flipped(b), (one, other) => one / other);
}

/** a · b of each round that both have; both are positive. */
export function product(a: Numbers, b: Numbers): BoundedNumber[] {
  return combined(a, b, (one, other) => one * other);
}

/** a − b of each round that both have. */
export function difference(a: Numbers, b: Numbers): BoundedNumber[] {
  return combined(a, flipped(b), (one, other) => one - other);
}

/** The share of a positive bound; null: not known in that round. */
export function shareOf(
  numbers: Numbers,
  bound: (number: BoundedNumber) => number | null,
): BoundedNumber[] {
  return numbers.map((number) => {
    const most = bound(number);
    return most === null ? unknown(number) : { ...number, value: number.value / most };
  });
}

/** A round whose number failed: certain in no direction, so that it counts against every hypothesis. */
export function unknown({ run, seed, cells }: Pick<BoundedNumber, 'run' | 'seed' | 'cells'>) {
  return { run, seed, cells, value: 0, atLeast: true, atMost: true };
}

/** Of what is divided by or taken off, a lower bound makes an upper one. */
function flipped(numbers: Numbers): BoundedNumber[] {
  return numbers.map((number) => ({ ...number, atLeast: number.atMost, atMost: number.atLeast }));
}

function combined(
  a: Numbers,
  b: Numbers,
  of: (one: number, other: number) => number,
): BoundedNumber[] {
  return pairedByRound(a, b).map(([one, other]) => {
    const made = {
      ...one,
      value: of(one.value, other.value),
      atLeast: one.atLeast || other.atLeast,
      atMost: one.atMost || other.atMost,
      cells: [...one.cells, ...other.cells],
    };
    // A base of 0 has no multiple.
    return Number.isFinite(made.value) ? made : unknown(made);
  });
}
