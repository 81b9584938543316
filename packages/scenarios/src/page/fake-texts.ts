import type { CoValueText } from '@holbench/protocol/covalue';

/**
 * The texts of `count` CoValues that are about to be created, the same for the same `seed`. faker
 * is large, so it is fetched only when the first text is needed, and never by pages that only load.
 */
export async function fakeTexts(seed: number, count: number): Promise<CoValueText[]> {
  const { fakeText } = await import('@holbench/dataset/fake-text');
  return Array.from({ length: count }, (_, index) => fakeText(seed + index));
}
