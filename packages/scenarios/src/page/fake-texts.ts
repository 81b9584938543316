import type { CoValueText } from '@holbench/protocol/covalue';

/**
 * The texts of `count` CoValues that are about to be created, the same for the same `seed`. faker
 * is large: it is fetched here, by the first that wants a text, and never by pages that only load.
 */
export async function fakeTexts(seed: number, count: number): Promise<CoValueText[]> {
  const { fakeText } = await import('@holbench/dataset/fake-text');
  return Array.from({ length: count }, (_, index) => fakeText(seed + index));
}
