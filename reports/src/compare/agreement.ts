import { isHeadline } from '@holbench/scenarios/headline';
import type { Figure } from '../figures/figure.ts';
import { formatShare, plural } from '../document/format.ts';
import type { Compared } from './comparison.ts';

/** Two values agree that differ by no more of the smaller one. */
export const AGREES_WITHIN = 0.1;

/**
 * By what two runs agree. `intervals`: those of both medians, each over six rounds or more, overlap.
 * `rounds`: one of them has fewer; the ranges of their rounds overlap, of two or more each. `value`:
 * the two values are within 10 %. Null: they do not agree.
 */
export type Agreement = { readonly by: 'intervals' | 'rounds' | 'value' | null };

/** Null where one of two figures has no value. */
export function agreementOf(here: Figure, there: Figure): Agreement | null {
  if (here.value === null || there.value === null) return null;
  const [a, b] = [rangeOf(here, there), rangeOf(there, here)];
  if (a && b && a.low <= b.high && b.low <= a.high) return { by: a.by };
  const least = Math.min(Math.abs(here.value), Math.abs(there.value));
  const isNear = Math.abs(here.value - there.value) <= AGREES_WITHIN * least;
  return { by: isNear && !here.censored && !there.censored ? 'value' : null };
}

/** The interval of a figure where both have one, else the range of its rounds; null for one round. */
function rangeOf(own: Figure, other: Figure) {
  if (own.low !== null && own.high !== null && other.low !== null) {
    return { low: own.low, high: own.high, by: 'intervals' as const };
  }
  if (own.points.length < 2) return null;
  const low = own.points.map(({ value }) => value);
  const high = own.points.map(({ value, censored }) => (censored ? Infinity : value));
  return { low: Math.min(...low), high: Math.max(...high), by: 'rounds' as const };
}

/** How many of some figures agree. */
export interface AgreementCount {
  readonly agreeing: number;
  readonly compared: number;
  /** Those that do not. */
  readonly exceptions: readonly Compared[];
}

/** Of the figures of the first screen's table, and of all that have a value in both runs. */
export interface AgreementCounts {
  readonly headline: AgreementCount;
  readonly all: AgreementCount;
}

export function countAgreements(compared: readonly Compared[]): AgreementCounts {
  return {
    headline: countOf(compared.filter(({ here }) => isHeadline(here))),
    all: countOf(compared),
  };
}

function countOf(compared: readonly Compared[]): AgreementCount {
  const judged = compared.filter(({ agreement }) => agreement !== null);
  const exceptions = judged.filter(({ agreement }) => agreement?.by === null);
  return { agreeing: judged.length - exceptions.length, compared: judged.length, exceptions };
}

/** `23 of 24 headline figures (95.8 %), 980 of 1,204 of all (81.4 %)`. */
export function agreementText({ headline, all }: AgreementCounts): string {
  const share = ({ agreeing, compared }: AgreementCount) => formatShare(agreeing, compared);
  const first =
    headline.compared === 0
      ? 'no headline figure in both runs'
      : `${headline.agreeing} of ${plural(headline.compared, 'headline figure')} (${share(headline)})`;
  return `${first}, ${all.agreeing} of all ${all.compared} (${share(all)})`;
}
