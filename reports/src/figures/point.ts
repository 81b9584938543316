import type { RoundNumber } from '@holbench/stats/censored';
import type { RoundKey } from './pairs.ts';

/** The number of one round. */
export interface Point extends RoundKey, RoundNumber {
  readonly cell: string;
  /** True: an upper bound, of a comparison with a lower one. */
  readonly atMost?: true;
}

/** `≥` for a lower bound, `≤` for an upper one; '' for a number as it is. */
export function boundSign({ censored, atMost }: Pick<Point, 'censored' | 'atMost'>): string {
  return censored ? '≥' : atMost === true ? '≤' : '';
}
