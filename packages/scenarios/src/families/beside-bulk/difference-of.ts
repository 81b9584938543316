import type { CountedValue } from '../../round-statistic.ts';

/**
 * A number made of a loaded one and the one that it is compared with; a lower bound where the loaded one is.
 * @param name of the other, for why there is none.
 * @returns null where one is missing, or where the clock saw no time pass.
 */
export function differenceOf(
  loaded: CountedValue | null,
  other: CountedValue | null,
  name: string,
  figure: (loaded: number, base: number) => Pick<CountedValue, 'value' | 'base'>,
): CountedValue | null {
  if (loaded === null || other === null) return null;
  const { n, failed = 0 } = loaded;
  const none = { value: null, n, failed };
  const lacks = loaded.lacks ?? other.lacks;
  if (loaded.value === null || other.value === null) {
    return lacks === undefined ? none : { ...none, lacks };
  }
  // Above its bound the base may be anything, and so the figure, in either direction.
  if (other.censored) return { ...none, lacks: `${name} is a lower bound`, unknown: true };
  const found = figure(loaded.value, other.value);
  // A base of 0 ms has no multiple; it is below the clock's resolution.
  if (!Number.isFinite(found.value)) return null;
  return { n, failed, ...(loaded.censored ? { censored: true } : {}), ...found };
}
