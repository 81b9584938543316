import type { Random } from './random.ts';

/** The items in an order that `random` alone decides (Fisher and Yates); `items` stays as it is. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const remaining = [...items];
  const result: Item[] = [];
  while (remaining.length > 0) result.push(...remaining.splice(random.below(remaining.length), 1));
  return result;
}
