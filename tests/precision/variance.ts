import { groupedBy, mean, squares, sum } from './connections.ts';

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

/** Of ln(wait), by level. */
export interface Levels {
  readonly message: number;
  readonly connection: number;
  /** With the machine and the version, which a run has one of. NaN: one run. */
  readonly run: number;
}

/** Nested: messages of a connection, connections of a run. What messages leave of a connection's mean is taken off. */
export function levelsOf(
  connections: readonly { readonly run: string; readonly waits: readonly number[] }[],
): Levels {
  const message = components(connections.map(({ waits }) => waits)).within;
  const means = groupedBy(connections, ({ run }) => run).map((each) =>
    each.map(({ waits }) => mean(waits)),
  );
  const { within, between } = components(means);
  const noise = message * mean(connections.map(({ waits }) => 1 / waits.length));
  return { message, connection: Math.max(0, within - noise), run: between };
}
