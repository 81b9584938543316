import type { FactorValue } from '@holbench/factors/factor';
import { factorsOf } from '@holbench/factors/values';
import type { Variant } from '@holbench/variants/registry';

/**
 * Sets of factors, by key, to run a variant with: the examples of every factor that its server obeys, each
 * with what it needs, in few sets, the largest first. An example joins the newest set that it does not contradict.
 */
export function exampleFactors(variant: Variant): Record<string, FactorValue>[] {
  const everything = (['text', 'binary'] as const).map(
    (kind) => ({ variant, kind, features: ['bulk', 'subscribers'] }) as const,
  );
  const sets: Record<string, FactorValue>[] = [];
  for (const { key, examples, examplesNeed, appliesTo } of factorsOf('server')) {
    if (!everything.some(appliesTo)) continue;
    for (const value of examples) {
      const example: Record<string, FactorValue> = { ...examplesNeed, [key]: value };
      const joined = sets.findLast((set) =>
        Object.entries(example).every(([name, wanted]) => (set[name] ?? wanted) === wanted),
      );
      if (joined) Object.assign(joined, example);
      else sets.push(example);
    }
  }
  const size = (set: object): number => Object.keys(set).length;
  return sets.toSorted((a, b) => size(b) - size(a));
}
