import { whyNotApart } from './apart.ts';
import { ratioText } from './beside-best.ts';
import { chanceApart } from './chance-apart.ts';
import { ENOUGH_ROUNDS } from './enough-rounds.ts';
import { formatNumber } from './format.ts';
import { leastDifferenceMs } from './least-difference.ts';
import type { Measure, Standing } from './measures.ts';
import { pairedRatio } from './paired-ratio.ts';
import { type Part, plainText, type Sentence } from './sentence.ts';

/** One sentence about a measure, made from the numbers alone. */
export interface Finding {
  readonly measure: Measure;
  readonly sentence: Sentence;
  /** Whether the first is shown to be faster than the second. */
  readonly difference: 'shown' | 'suggested' | 'not shown';
}

/**
 * The fastest variant of each measure against the next and the slowest. A difference is shown when
 * the 95 % intervals of the first two are apart over at least four rounds, and the values by more
 * than a link may be off; one round shows none. Where the client was the bottleneck, a variant is named and not ranked.
 */
export function findings(measures: readonly Measure[]): Finding[] {
  return measures.flatMap((measure) => {
    if (measure.standings.length === 0) return [];
    const standings = measure.standings.filter(({ ranked }) => ranked);
    const unranked = notRanked(measure.standings.filter(({ ranked }) => !ranked));
    const [first, second] = standings;
    const last = standings.at(-1);
    if (!first || !last) {
      return [{ measure, sentence: unranked, difference: 'not shown' as const }];
    }
    if (!second) {
      const sentence = joined(['only ', ...name(first)], unranked);
      return [{ measure, sentence, difference: 'not shown' as const }];
    }
    const against = (other: Standing): Part[] => [
      ...name(other),
      ` (${timesSlower(other, first)})`,
    ];
    const { difference, remark } = compare(first, second);
    const ranking: Sentence = [
      'fastest ',
      ...name(first),
      ', next ',
      ...against(second),
      ...(last === second ? [] : [', slowest ', ...against(last)]),
      ` – ${remark}`,
    ];
    return [{ measure, sentence: joined(ranking, unranked), difference }];
  });
}

/** A finding where there are no links. */
export function findingText({ measure, sentence }: Finding): string {
  return `${measure.title}: ${plainText(sentence)}`;
}

function joined(one: Sentence, other: Sentence): Sentence {
  return other.length === 0 ? one : [...one, '; ', ...other];
}

function name({ variant, valueMs, cell }: Standing): Part[] {
  return [`${variant} `, { text: `${formatNumber(valueMs)} ms`, cell }];
}

function notRanked(standings: readonly Standing[]): Sentence {
  return standings.flatMap((standing, index) => [
    index === 0 ? 'not ranked, as the client was the bottleneck: ' : ', ',
    ...name(standing),
  ]);
}

function compare(a: Standing, b: Standing): Pick<Finding, 'difference'> & { remark: string } {
  const notShown = (why: string) => ({
    difference: 'not shown' as const,
    remark: `no difference shown between the first two (${why})`,
  });
  if (a.interval === null || b.interval === null) return notShown('1 round: no interval');
  const why = whyNotApart(
    { value: a.valueMs, interval: a.interval },
    { value: b.valueMs, interval: b.interval },
    leastDifferenceMs(a.valueMs),
  );
  if (why !== null) return notShown(WHY[why]);
  // Those that have the figure: of two rounds, which an interval needs, one may have none.
  const [ofA, ofB] = [Math.max(2, a.rounds.length), Math.max(2, b.rounds.length)];
  const rounds = Math.min(ofA, ofB);
  if (rounds >= ENOUGH_ROUNDS) {
    return { difference: 'shown', remark: `the intervals of ${rounds} rounds are apart` };
  }
  const oneIn = Math.round(1 / chanceApart(ofA, ofB));
  return {
    difference: 'suggested',
    remark: `the intervals are apart, but with ${rounds} rounds chance does that 1 time in ${oneIn}`,
  };
}

const WHY = {
  overlap: 'the intervals overlap',
  'within tolerance': 'it is smaller than a link may be off',
} as const;

/** How many times slower `other` is, paired by round; where no round has both, by their values. */
function timesSlower(other: Standing, first: Standing): string {
  const ofRounds = ({ rounds }: Standing) =>
    rounds.map(({ run, seed, valueMs }) => ({ run, seed, value: valueMs }));
  return ratioText(pairedRatio(ofRounds(other), ofRounds(first)) ?? other.valueMs / first.valueMs);
}
