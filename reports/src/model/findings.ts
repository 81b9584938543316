import { formatNumber } from './format.ts';
import type { Measure, Standing } from './measures.ts';

/** One sentence of the first screen, made from the numbers alone. */
export interface Finding {
  readonly measure: Measure;
  readonly text: string;
  /** Whether the intervals of the first two are apart. */
  readonly difference: 'shown' | 'not-shown';
}

/**
 * The fastest variant of each measure against the next and the slowest. A difference is shown when
 * the 95 % intervals of the first two do not overlap; one round has no interval and shows none.
 */
export function findings(measures: readonly Measure[]): Finding[] {
  return measures.flatMap((measure) => {
    const [first, second] = measure.standings;
    const last = measure.standings.at(-1);
    if (!first || !last) return [];
    const lead = `${first.variant} ${formatNumber(first.valueMs)} ms`;
    if (!second) {
      return [{ measure, text: `only ${lead}`, difference: 'not-shown' as const }];
    }
    const against = [second, ...(last === second ? [] : [last])]
      .map(
        (other) => `${other.variant} ${formatNumber(other.valueMs)} ms (× ${ratio(other, first)})`,
      )
      .join(', slowest ');
    const why = noDifference(first, second);
    return [
      {
        measure,
        text: `fastest ${lead}, next ${against}${why === null ? '' : ` – no difference shown (${why})`}`,
        difference: why === null ? ('shown' as const) : ('not-shown' as const),
      },
    ];
  });
}

function noDifference(a: Standing, b: Standing): string | null {
  if (a.interval === null || b.interval === null) return '1 round: no interval';
  return a.interval.high >= b.interval.low ? 'the intervals overlap' : null;
}

/**
 * How many times `first` fits into `other`: the median of the rounds' own ratios where both have
 * the same rounds (a pair shares its seed), else the ratio of their values.
 */
function ratio(other: Standing, first: Standing): string {
  const pairs = other.rounds.map((value, round) => value / (first.rounds[round] ?? Number.NaN));
  const paired = pairs.length === first.rounds.length && pairs.every(Number.isFinite);
  const middle = pairs.toSorted((a, b) => a - b)[Math.floor((pairs.length - 1) / 2)];
  const value = paired && middle !== undefined ? middle : other.valueMs / first.valueMs;
  return value.toFixed(value < 10 ? 2 : 1);
}
