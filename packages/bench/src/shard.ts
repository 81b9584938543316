import { UserError } from '@holbench/platform/fail';

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
    throw new UserError(`--shard: expected a part such as 1/4, from 1/4 to 4/4, not "${text}"`);
  }
  return { index: index - 1, count };
}

/** Every `count`-th of the items: all variants of a round are spread alike. */
export function shardOf<Item>(items: readonly Item[], { index, count }: Shard): Item[] {
  return items.filter((_, position) => position % count === index);
}
