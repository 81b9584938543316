/** How likely it is that what is called a difference is chance: 0 to 1. */
type Chance = number;

/** What is found between two versions that differ. */
export interface Found {
  /** The first one that differs from the oldest. */
  readonly first: string;
  /** The last one that does not. */
  readonly before: string;
  /** At most: of each step the chance that it was taken in the wrong direction, added up. */
  readonly wrong: Chance;
  /** Versions that could not be measured between the two: the first that differs may be one of these. */
  readonly unknown: readonly string[];
}

/**
 * Searches a list whose ends differ, by halves.
 * @param versions the oldest first; two at least.
 * @param measure null for a version that cannot be measured.
 * @param chanceOfSame of two of its results: that they are the same after all, if they look different.
 */
export async function findFirst<Result>(
  versions: readonly string[],
  ends: readonly [oldest: Result, newest: Result],
  measure: (version: string) => Promise<Result | null>,
  chanceOfSame: (one: Result, other: Result) => Chance,
): Promise<Found> {
  let left = versions.slice(1, -1);
  let [before = '', first = ''] = [versions[0], versions.at(-1)];
  let [low, high] = ends;
  let wrong = chanceOfSame(low, high);
  const unknown: string[] = [];
  while (left.length > 0) {
    const index = Math.floor(left.length / 2);
    const version = left[index] ?? '';
    const result = await measure(version);
    if (result === null) {
      unknown.push(version);
      left = left.filter((each) => each !== version);
      continue;
    }
    // It is like the end from which it differs less clearly.
    const [fromLow, fromHigh] = [chanceOfSame(low, result), chanceOfSame(result, high)];
    wrong += Math.min(fromLow, fromHigh);
    if (fromLow < fromHigh) {
      [first, high] = [version, result];
      left = left.slice(0, index);
    } else {
      [before, low] = [version, result];
      left = left.slice(index + 1);
    }
  }
  const isBetween = (version: string) =>
    versions.indexOf(version) > versions.indexOf(before) &&
    versions.indexOf(version) < versions.indexOf(first);
  return { first, before, wrong: Math.min(1, wrong), unknown: unknown.filter(isBetween) };
}
