declare const sorted: unique symbol;

/** Finite numbers in ascending order, at least one: there is no percentile of nothing. */
export type SortedSamples = readonly [number, ...number[]] & { readonly [sorted]: true };

/**
 * @param values in any order, any unit.
 * @returns null for no values.
 * @throws RangeError for a value that is not finite.
 */
export function sortSamples(values: Iterable<number>): SortedSamples | null {
  const array = [...values];
  if (!array.every(Number.isFinite)) throw new RangeError('a sample is not a finite number');
  if (array.length === 0) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that makes them
  return array.toSorted((a, b) => a - b) as unknown as SortedSamples;
}
