/** A random effect of one way: the variance inside of groups, and of what groups have in common. */
export interface Components {
  readonly within: number;
  /** Not below 0. */
  readonly between: number;
}

/**
 * Analysis of variance of groups of unequal size, random effects: `within` is MS_W, `between` is (MS_B − MS_W) ÷ n₀,
 * n₀ = (N − Σ n² ÷ N) ÷ (k − 1) (Searle, Casella and McCulloch, "Variance Components", 1992, 3.6).
 * @returns NaN where no group has two, or for `between` where there is one group.
 */
export function components(groups: readonly (readonly number[])[]): Components {
  const all = groups.flat();
  const inside = sum(groups.map(squares));
  const within = inside / (all.length - groups.length);
  const sizes = groups.map(({ length }) => length);
  const n0 = (all.length - sum(sizes.map((n) => n ** 2)) / all.length) / (groups.length - 1);
  const between = ((squares(all) - inside) / (groups.length - 1) - within) / n0;
  return { within, between: Math.max(0, between) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** Σ (x − mean)². */
function squares(numbers: readonly number[]): number {
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((number) => (number - mean) ** 2));
}
