/** Rounds up to which an interval reaches from the lowest round to the highest. */
const WHOLE_RANGE = { perRound: 5, pooled: 3 } as const;
/** With more rounds it is narrower than their range. Simulated where nothing differs (below). */
const NARROWER = { perRound: 0.03, pooled: 0.06 } as const;

/**
 * How probable it is that the intervals of two medians that do not differ are apart. Where intervals
 * reach over all rounds they are apart only if all rounds of one are above all of the other: 2 ÷
 * C(a + b, a), the exact permutation test; 1 in 35 for four and four. That is so of up to five
 * rounds for the median of one number of each, of up to three for that of all their operations. Of
 * more, by 500 to 8000 simulated pairs of equal rounds with `bootstrapInterval`: 1 to 3 % of the
 * first, 3 to 7 % of the second. A least difference lowers all of these.
 *
 * @param a rounds of one.
 * @param kind `pooled`: the median of all operations of all rounds together.
 */
export function chanceApart(
  a: number,
  b: number,
  kind: keyof typeof WHOLE_RANGE = 'perRound',
): number {
  let ways = 1;
  for (let k = 1; k <= a; k += 1) ways = (ways * (b + k)) / k;
  const exact = 2 / ways;
  return Math.max(a, b) <= WHOLE_RANGE[kind] ? exact : Math.max(exact, NARROWER[kind]);
}
