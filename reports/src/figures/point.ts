import type { RoundNumber } from '@holbench/stats/round-number';
import type { RoundKey } from './pairs.ts';

/** The number of one round. */
export interface Point extends RoundKey, RoundNumber {
  readonly cell: string;
}
