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
  const n = values.length;
  const above = values.filter((value) => value > threshold).length;
  let term = smallestP(n);
  let sum = 0;
  // P(B ≥ k) = P(B ≤ n − k): the terms from the smallest on.
  for (let i = 0; i <= n - above; i += 1) {
    sum += term;
    term *= (n - i) / (i + 1);
  }
  return Math.min(1, sum);
}

/** What n rounds can show at most: the p of rounds that all agree. */
export function smallestP(rounds: number): number {
  return 2 ** -rounds;
}
