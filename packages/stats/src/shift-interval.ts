import { betweenRanks, LEVEL, type LevelInterval } from './median-interval.ts';
import { type Bounds, minus } from './round-number.ts';

/**
 * Exact interval of the shift a − b of two independent groups of rounds, 0.9501 for eight and eight: D₍ₖ₎ to D₍ₘₙ₊₁₋ₖ₎ of all m·n
 * differences, with the largest k whose level 1 − 2·P(U < k) is at least `LEVEL`. U is the statistic of
 * Mann and Whitney where nothing differs, by counting (Hollander and Wolfe, "Nonparametric Statistical
 * Methods", 1999, section 4.3). The level assumes that the groups differ by a shift alone. Whether 0 is
 * inside is the test of Mann and Whitney, whatever the distribution; ties only widen the interval.
 *
 * Of bounds above all exact numbers this is the test with these as the largest numbers, tied.
 *
 * @returns null where the two are too few for the level, such as three and four.
 */
export function shiftInterval(a: readonly Bounds[], b: readonly Bounds[]): LevelInterval | null {
  const { rank, level } = shiftRank(a.length, b.length);
  const differences = a.flatMap((one) => b.map((other) => minus(one, other)));
  return betweenRanks(differences, rank, level);
}

const ranks = new Map<string, { readonly rank: number; readonly level: number }>();

/** The largest k whose interval has the level; 0: none has. */
function shiftRank(m: number, n: number): { readonly rank: number; readonly level: number } {
  const key = `${m} ${n}`;
  const known = ranks.get(key);
  if (known !== undefined) return known;
  const ways = orders(m, n);
  const all = ways.reduce((sum, each) => sum + each, 0);
  let [rank, below] = [0, 0];
  // Half of the distribution at most is below any rank.
  for (const each of ways) {
    if (1 - (2 * (below + each)) / all < LEVEL) break;
    below += each;
    rank += 1;
  }
  const found = { rank, level: 1 - (2 * below) / all };
  ranks.set(key, found);
  return found;
}

/**
 * In how many orders of m and n numbers U is 0, 1, … m·n: the coefficients of the Gaussian binomial, by
 * N(u; m, n) = N(u − n; m − 1, n) + N(u; m, n − 1) (Mann and Whitney 1947).
 */
function orders(m: number, n: number): number[] {
  // Of the row before, for 0, 1, … n numbers of the other group.
  let before: number[][] = Array.from({ length: n + 1 }, () => [1]);
  for (let i = 1; i <= m; i += 1) {
    const row: number[][] = [[1]];
    for (let j = 1; j <= n; j += 1) {
      const [left = [], above = []] = [row[j - 1], before[j]];
      row.push(Array.from({ length: i * j + 1 }, (_, u) => (left[u] ?? 0) + (above[u - j] ?? 0)));
    }
    before = row;
  }
  return before[n] ?? [];
}
