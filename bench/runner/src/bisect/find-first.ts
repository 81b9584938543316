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

/** Below it, two results are different. */
export const MOST_CHANCE = 0.01;

/**
 * Searches a list whose ends differ, by halves: for the first version that differs from the oldest.
 * @param versions the oldest first; two at least.
 * @param ends results of both, with the chance that they are the same after all.
 * @param measure null for a version that cannot be measured.
 * @param chanceOfSame of two results: that they are the same, if they look different.
 */
export async function findFirst<Result>(
  versions: readonly string[],
  {
    oldest,
    newest,
    chance,
  }: { readonly oldest: Result; readonly newest: Result; readonly chance: Chance },
  measure: (version: string) => Promise<Result | null>,
  chanceOfSame: (one: Result, other: Result) => Chance,
): Promise<Found> {
  let left = versions.slice(1, -1);
  let [before = '', first = ''] = [versions[0], versions.at(-1)];
  let wrong = chance;
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
    const [likeOldest, likeNewest] = [chanceOfSame(oldest, result), chanceOfSame(result, newest)];
    // Where it is unlike both, it has changed, and may change again. Where it may be like either, the likelier one counts.
    const hasChanged = likeOldest < MOST_CHANCE || likeOldest < likeNewest;
    wrong += hasChanged ? likeOldest : likeNewest;
    if (hasChanged) {
      first = version;
      left = left.slice(0, index);
    } else {
      before = version;
      left = left.slice(index + 1);
    }
  }
  const isBetween = (version: string) =>
    versions.indexOf(version) > versions.indexOf(before) &&
    versions.indexOf(version) < versions.indexOf(first);
  return { first, before, wrong: Math.min(1, wrong), unknown: unknown.filter(isBetween) };
}
