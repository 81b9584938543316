/** How likely it is that what is called a difference is chance: 0 to 1. */
type Chance = number;

/** What is found between two versions that differ. */
export interface Found {
  /** The first one that differs from the oldest. */
  readonly first: string;
  /** The last one that does not. */
  readonly before: string;
  /** Of each step the chance that what it was told by is none, added up. */
  readonly wrong: Chance;
  /** Versions that could not be measured between the two: the first that differs may be one of these. */
  readonly unknown: readonly string[];
}

/** Below it a version is unlike the oldest, even where it is unlike the newest, too. */
const UNLIKE = 0.01;

/** How likely it is that a version is the same as an end, though it looks different. */
export interface Likeness {
  readonly likeOldest: Chance;
  readonly likeNewest: Chance;
}

/**
 * Searches a list whose ends differ, by halves: for the first version that differs from the oldest.
 * @param versions the oldest first; two at least.
 * @param endsAreSame the chance that the ends are the same after all.
 * @param measure of a version between the ends; null for one that cannot be measured.
 */
export async function findFirst(
  versions: readonly string[],
  endsAreSame: Chance,
  measure: (version: string) => Promise<Likeness | null>,
): Promise<Found> {
  let left = versions.slice(1, -1);
  let [before = '', first = ''] = [versions[0], versions.at(-1)];
  let wrong = endsAreSame;
  const unknown: string[] = [];
  while (left.length > 0) {
    const index = Math.floor(left.length / 2);
    const version = left[index] ?? '';
    const likeness = await measure(version);
    if (likeness === null) {
      unknown.push(version);
      left = left.filter((each) => each !== version);
      continue;
    }
    const { likeOldest, likeNewest } = likeness;
    // Where it is unlike both, it has changed, and may change again. Where it may be like either, the likelier one counts.
    const hasChanged = likeOldest < UNLIKE || likeOldest < likeNewest;
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
