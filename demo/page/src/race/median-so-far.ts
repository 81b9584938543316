/** A wait: complete, or as long as it has been so far. */
export interface Wait {
  readonly waitMs: number;
  readonly answered: boolean;
}

export interface Median {
  readonly ms: number;
  /** True: a lower bound, because so many have no answer. */
  readonly atLeast: boolean;
}

/**
 * The median wait of messages of which some have no answer yet, by the product-limit estimator (Kaplan and
 * Meier 1958): one that waits counts as long as it has waited, and says nothing of what comes after.
 * Where fewer than half are known to have ended, it is a lower bound. Null without messages.
 */
export function medianSoFar(waits: readonly Wait[]): Median | null {
  // Of equal waits the complete ones come first: the others have waited at least as long.
  const sorted = waits.toSorted(
    (a, b) => a.waitMs - b.waitMs || Number(b.answered) - Number(a.answered),
  );
  let waiting = 1;
  for (const [index, { waitMs, answered }] of sorted.entries()) {
    const left = sorted.length - index;
    if (answered) waiting *= 1 - 1 / left;
    // Products of fractions may end beside 1/2.
    if (waiting <= 0.5 + 1e-9) return { ms: waitMs, atLeast: false };
  }
  const longest = sorted.at(-1);
  return longest === undefined ? null : { ms: longest.waitMs, atLeast: true };
}
