import { ranksOf } from './ranks.ts';

/**
 * The exact p-value, two-sided, of "differences are as likely up as down" (Wilcoxon, Biometrics Bulletin 1, 1945). Those of 0
 * are left out. 1 without any other.
 * @param differences of pairs; of a bound the bound itself, by which it is rather ranked too low.
 */
export function signedRankChance(differences: readonly number[]): number {
  const signed = differences.filter((difference) => difference !== 0);
  // Midranks are halves.
  const ranks = ranksOf(signed.map(Math.abs)).map((rank) => 2 * rank);
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const up = ranks.reduce((sum, rank, index) => sum + ((signed[index] ?? 0) > 0 ? rank : 0), 0);
  // How many choices of signs have each sum of the ranks that are up.
  let counts = [1];
  for (const rank of ranks) {
    const next = Array.from({ length: counts.length + rank }, () => 0);
    for (const [sum, count] of counts.entries()) {
      next[sum] = (next[sum] ?? 0) + count;
      next[sum + rank] = (next[sum + rank] ?? 0) + count;
    }
    counts = next;
  }
  const least = Math.min(up, total - up);
  const asFar = counts.reduce(
    (sum, count, at) => (Math.min(at, total - at) <= least ? sum + count : sum),
    0,
  );
  return asFar / 2 ** ranks.length;
}
