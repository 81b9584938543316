import type { Sentence } from '../document/block.ts';
import { ratioText } from '../document/figure-text.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { pairedRatio } from '../figures/pairs.ts';
import {
  detectableWords,
  differ,
  intervalWords,
  toleranceWords,
  versus,
} from '../figures/versus.ts';
import type { Measure } from './measures.ts';
import { figurePart, listing, named, split, tooFewText } from './sentences.ts';

/**
 * What a measure says, made from the numbers alone: the fastest variant against the next and the
 * slowest, of those with six rounds or more. Variants that were limited by the client, or failed in
 * a round, are named and not ranked.
 */
export function findingSentences({ figures }: Pick<Measure, 'figures'>): Sentence[] {
  const [ranked, limited] = split(figures, (each) => each.ranked);
  const [failed, rivals] = split(ranked, ({ survivors }) => survivors);
  const [enough, few] = split(rivals, ({ rounds }) => rounds >= ENOUGH_ROUNDS);
  const ranks = enough.length > 1;
  const isAll = rivals.length === figures.length;
  const why = `few rounds to compare (${tooFewText(few)})`;
  const unranked = [
    ...listing('Not ranked, client-limited: ', limited),
    ...listing('Not ranked, failed in a round: ', failed),
  ];
  if (ranks) return [...ranking(enough), ...listing(`Too ${why}: `, few), ...unranked];
  return [...unranked, ...extremes(rivals, few.length === 0 ? '' : `: too ${why}`, isAll)];
}

function ranking(enough: readonly Figure[]): Sentence[] {
  const [first, second] = enough;
  const last = enough.at(-1);
  if (!first || !second || !last) return [];
  const against = (other: Figure): Sentence => [...named(other), ` (${timesSlower(other, first)})`];
  const slowest = last === second ? [] : [', slowest ', ...against(last)];
  return [
    ['Fastest ', ...named(first), ', next ', ...against(second), ...slowest, '.'],
    [firstTwo(first, second)],
  ];
}

function firstTwo(first: Figure, second: Figure): string {
  const found = versus(second, first);
  if (differ(found)) {
    return `The second ÷ the first is ${intervalWords(found, first.metric.unit)}.`;
  }
  if (found.decision === 'equivalent') {
    return `The first two are equivalent ${toleranceWords(found, first.metric.unit)}.`;
  }
  const seen = detectableWords(found, first.metric.unit);
  return `No difference detected between the first two${seen === '' ? '' : ` (${seen})`}.`;
}

/** What is there to see where nothing can be ranked: no order, and no multiple. */
function extremes(rivals: readonly Figure[], why: string, isAll: boolean): Sentence[] {
  const [first, last] = [rivals[0], rivals.at(-1)];
  if (!first || !last) return [];
  if (first === last) return [['Only ', ...named(first), `${why}.`]];
  const [best, worst] =
    first.metric.better === 'higher' ? ['highest', 'lowest'] : ['lowest', 'highest'];
  const lead = isAll ? `${best[0]?.toUpperCase()}${best.slice(1)}` : `Of the others, ${best}`;
  const of = (figure: Figure) => [figurePart(figure), ` (${figure.variant.id})`];
  return [[`${lead} `, ...of(first), `, ${worst} `, ...of(last), `${why}.`]];
}

/** Paired by round; where no round has both, by their values. */
function timesSlower(other: Figure, first: Figure): string {
  const ratio = pairedRatio(other.points, first.points);
  return ratioText(ratio ?? (other.value ?? 0) / (first.value ?? 0));
}
