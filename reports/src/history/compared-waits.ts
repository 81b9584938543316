import { signedRankChance } from '@holbench/stats/signed-rank';
import { meanOf } from '@holbench/stats/stratified-mean';
import type { Figure } from '../figures/figure.ts';
import { pairedByRound } from '../figures/pairs.ts';
import { OF_SERVERS } from '../figures/versus.ts';

/** Fewer connections cannot show a change, whatever their waits are. */
export const LEAST_CONNECTIONS = 5;

/** Two figures over the connections that both have. */
export interface ComparedWaits {
  /** The p-value of "both wait equally long"; 1 where their ratio is within the tolerance of two servers. */
  readonly chance: number;
  /** How far apart they are: the mean logarithm of their ratio, without its sign. */
  readonly distance: number;
}

/** The logarithm of a wait. Of one that was given up, that of its bound: what is beyond it is not known. */
export function logOf({ low, high }: Figure['points'][number]): number {
  return Math.log(high === Infinity ? low : (low + high) / 2);
}

/** @returns null where too few connections are left that both have. */
export function compareWaits(one: Figure, other: Figure): ComparedWaits | null {
  const differences = pairedByRound(one.points, other.points).map(([a, b]) => logOf(b) - logOf(a));
  if (differences.length < LEAST_CONNECTIONS) return null;
  const distance = Math.abs(meanOf(differences));
  const isLittle = distance <= Math.log(1 + OF_SERVERS);
  return { distance, chance: isLittle ? 1 : signedRankChance(differences) };
}
