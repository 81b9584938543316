import type { CoValueSummary } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import type { PayloadKind } from '@holbench/results/sample';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';

/** Those with files of that size. A server of one's own may have files of several sizes; any will do where few have this one. */
export function withFilesOf(
  list: readonly CoValueSummary[],
  fileBytes: number,
  count: number,
): readonly CoValueSummary[] {
  const own = list.filter(({ file }) => file?.bytes === fileBytes);
  return own.length < count ? list : own;
}

/**
 * Chooses `count` different CoValues to load, the same for the same list and `seed`.
 * @throws RangeError when the list has too few: loading one twice would be another experiment.
 */
export function pickCoValues(
  list: readonly CoValueSummary[],
  kind: PayloadKind,
  seed: number,
  count: number,
): CoValueId[] {
  const candidates = kind === 'binary' ? list.filter(({ file }) => file) : list;
  if (candidates.length < count) {
    throw new RangeError(`${count} ${kind} CoValues wanted, the list has ${candidates.length}`);
  }
  const ids = candidates.map(({ id }) => id);
  return shuffled(ids, seededRandom(seed)).slice(0, count);
}
