import { UserError } from '@holbench/process/user-error';

/** One of several machines that share the cells of a run. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** "1/4" → the first of four. @throws UserError */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count) {
    throw new UserError(`--shard: expected a part such as 1/4, of 9999 at most, not "${text}"`);
  }
  return { index: index - 1, count };
}

/**
 * The part of `items` that belongs to a shard: every `count`-th group. Groups stay together, in the
 * order of their first items.
 * @param groupOf names the group of an item.
 */
export function shardOf<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  { index, count }: Shard,
): Item[] {
  const groups = [...new Set(items.map(groupOf))];
  const chosen = new Set(groups.filter((_, position) => position % count === index));
  return items.filter((item) => chosen.has(groupOf(item)));
}
