/** A mean, its standard error in the same unit, and the degrees of freedom of that. */
export interface MeanEstimate {
  readonly mean: number;
  readonly error: number;
  readonly degrees: number;
}

/**
 * The mean of strata of equal probability, each weighted alike however many draws it has: variance Σ s_h² ÷ (n_h H²)
 * over H strata (Cochran, "Sampling Techniques", 1977, 5.3). A stratum of one draw has no variance of its own: by their
 * numbers, neighbours are collapsed until they have two draws, what is left goes to the last of them, and s² is that of
 * all draws of such a group (Cochran 5A.12). It holds the differences between its strata, so it is too large, if wrong.
 *
 * Degrees of freedom: Satterthwaite's (Biometrics Bulletin 2, 1946) without their bias for variances of few draws, as
 * in Welch (Biometrika 34, 1947): (Σ v)² ÷ Σ (v² ÷ (d + 2)) − 2, never more than all groups have, nor fewer than one
 * has. Of pairs, Satterthwaite's would be a third.
 *
 * @param strata draws of one stratum have the same number; one without a number: none is stratified.
 * @returns of fewer than two draws the error is not a number.
 */
export function stratifiedMean(
  values: readonly number[],
  strata: readonly (number | null | undefined)[],
): MeanEstimate {
  const drawsOf = new Map<number, number[]>();
  const isStratified = strata.every((stratum) => typeof stratum === 'number');
  for (const [index, value] of values.entries()) {
    const stratum = isStratified ? (strata[index] ?? 0) : 0;
    drawsOf.set(stratum, [...(drawsOf.get(stratum) ?? []), value]);
  }
  const ascending = [...drawsOf].toSorted(([a], [b]) => a - b).map(([, draws]) => draws);
  const parts = collapsed(ascending).map((group) => {
    const draws = group.flat();
    const shares = group.reduce((sum, { length }) => sum + 1 / length, 0);
    return { part: (varianceOf(draws) * shares) / drawsOf.size ** 2, own: draws.length - 1 };
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const variance = sum(parts.map(({ part }) => part));
  const squares = sum(parts.map(({ part, own }) => part ** 2 / (own + 2)));
  const all = sum(parts.map(({ own }) => own));
  const least = Math.min(...parts.map(({ own }) => own));
  const degrees = variance === 0 ? all : variance ** 2 / squares - 2;
  return {
    mean: meanOf(ascending.map(meanOf)),
    error: Math.sqrt(variance),
    degrees: Math.max(least, Math.min(all, degrees)),
  };
}

/** Neighbouring strata together, so that each group has two draws. */
function collapsed(strata: readonly (readonly number[])[]): (readonly number[])[][] {
  const groups: (readonly number[])[][] = [];
  let open: (readonly number[])[] = [];
  for (const stratum of strata) {
    open.push(stratum);
    if (open.flat().length < 2) continue;
    groups.push(open);
    open = [];
  }
  if (open.length === 0) return groups;
  return [...groups.slice(0, -1), [...(groups.at(-1) ?? []), ...open]];
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of a sample: with one degree of freedom less. */
export function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
