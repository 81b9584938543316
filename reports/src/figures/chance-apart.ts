import { intervalRank } from '@holbench/stats/median-interval';

/**
 * How probable it is that the intervals of two medians that do not differ are apart. Exact for any
 * distribution without ties: the intervals are between order statistics, so the probability follows
 * from the order of all rounds alone, in which each is equally likely (Gibbons and Chakraborti,
 * "Nonparametric Statistical Inference", section 6.5: the precedence test). 1 in 462 for six and six
 * rounds; a least difference lowers it.
 *
 * @param a rounds of one, at least six.
 * @param b rounds of the other.
 */
export function chanceApart(a: number, b: number): number {
  return chanceBelow(a, b) + chanceBelow(b, a);
}

/** The probability that the upper end of the interval of `a` is below the lower end of that of `b`. */
function chanceBelow(a: number, b: number): number {
  const [rank, others] = [a + 1 - intervalRank(a), intervalRank(b)];
  let ways = 0;
  // So many rounds of b are below the upper end of a.
  for (let below = 0; below < others; below += 1) {
    ways += choose(rank - 1 + below, below) * choose(a - rank + b - below, b - below);
  }
  return ways / choose(a + b, b);
}

/** In how many ways `k` of `n` can be chosen. */
function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return ways;
}
