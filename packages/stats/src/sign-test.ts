/**
 * One-sided sign test, exact: the probability that at least as many of the values exceed the threshold
 * when each does with probability ½ or less. P(B ≥ k), B ~ Bin(n, ½) (Conover, "Practical
 * Nonparametric Statistics", 1999, section 3.4). It assumes nothing of the distribution. A tie does not
 * exceed, so it counts against what is to be shown. Invariant under monotone scales: a ratio against 2
 * is its logarithm against log 2.
 *
 * @param values one number of each round.
 * @returns p from 2^−n to 1; 1 without values.
 */
export function signTest(values: readonly number[], threshold: number): number {
  return agreeingP(values.length, values.filter((value) => value > threshold).length);
}

/** p of `rounds`, of which so many agree: P(B ≥ agreeing). */
export function agreeingP(rounds: number, agreeing: number): number {
  let term = smallestP(rounds);
  let sum = 0;
  // P(B ≥ k) = P(B ≤ n − k): the terms from the smallest on.
  for (let i = 0; i <= rounds - agreeing; i += 1) {
    sum += term;
    term *= (rounds - i) / (i + 1);
  }
  return Math.min(1, sum);
}

/** The fewest of `rounds` that must agree for a p of `most` or less; null where all are not enough. */
export function leastAgreeing(rounds: number, most: number): number | null {
  const agreeing = Array.from({ length: rounds + 1 }, (_, count) => count);
  return agreeing.find((count) => agreeingP(rounds, count) <= most) ?? null;
}

/** What n rounds can show at most: the p of rounds that all agree. */
export function smallestP(rounds: number): number {
  return 2 ** -rounds;
}
