import type { CoValueSummary } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';

/** The CoValue that the producer mutates and the subscribers watch. @throws for an empty list. */
export function watchedCoValue(list: readonly CoValueSummary[]): CoValueId {
  const [first] = list;
  if (!first) throw new RangeError('the server has no CoValues to watch');
  return first.id;
}
