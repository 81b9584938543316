import type { Random } from './random.ts';

/** The items in an order that `random` alone decides (Fisher–Yates); `items` stays as it is. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}
