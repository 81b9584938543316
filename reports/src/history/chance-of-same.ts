import { signedRankChance } from '@holbench/stats/signed-rank';
import type { Figure } from '../figures/figure.ts';
import { pairedByRound } from '../figures/pairs.ts';
import { OF_SERVERS } from '../figures/versus.ts';

/** Of one that was given up, the bound: what is beyond it is not known. */
const log = ({ low, high }: Figure['points'][number]): number =>
  Math.log(high === Infinity ? low : (low + high) / 2);

/**
 * The p-value of "both wait equally long", over the connections that both have. 1 where their ratio is within the tolerance of
 * two servers.
 */
export function chanceOfSame(one: Figure, other: Figure): number {
  const differences = pairedByRound(one.points, other.points).map(([a, b]) => log(b) - log(a));
  const mean = differences.reduce((sum, each) => sum + each, 0) / Math.max(1, differences.length);
  return Math.abs(mean) <= Math.log(1 + OF_SERVERS) ? 1 : signedRankChance(differences);
}
