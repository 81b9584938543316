import { isHeadline } from '@holbench/scenarios/headline';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { RESOURCE_METRICS } from '@holbench/scenarios/resource-metrics';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { numberText, withUnit } from '../document/figure-text.ts';
import { formatAsGiven } from '../document/format.ts';
import { placeName } from '../document/place-name.ts';
import type { Figure } from '../figures/figure.ts';
import { detectable, intervalWords } from '../figures/versus.ts';
import { type Compared, OUTCOMES, type Outcome } from './compared.ts';

/** This run beside another one. */
export interface Comparison {
  /** The other run; of several the names of all. */
  readonly other: string;
  /** What else differs than the figures, one line each. */
  readonly conditions: readonly string[];
  /** What only one of the runs has, one line each. */
  readonly onlyOne: readonly string[];
  /** What had to be tolerated to read the other run. */
  readonly warnings: readonly string[];
  /** Every figure that both runs have a place for, details too. */
  readonly compared: readonly Compared[];
  /** Null where the other run has nothing of the kind. */
  find(figure: Figure): Compared | null;
}

/** Of figures that tables show: a detail says again what one of these says. Without those that have no value in either run. */
export function isInTables({ here, outcome }: Compared): boolean {
  return here.metric.detail !== true && outcome !== 'no value';
}

export function isOfHeadline({ here, outcome }: Compared): boolean {
  return isHeadline(here) && outcome !== 'no value';
}

export function isDifferent({ outcome }: Compared): boolean {
  return outcome === 'higher' || outcome === 'lower';
}

/** How many have which outcome. */
export function countOutcomes(compared: readonly Compared[]): ReadonlyMap<Outcome, number> {
  const groups = Map.groupBy(compared, ({ outcome }) => outcome);
  return new Map([...groups].map(([outcome, own]) => [outcome, own.length]));
}

/** `40 equivalent, 1 higher, 0 lower, 7 undecided (could have seen 1.30 ×, median of 6)`. */
export function countsText(compared: readonly Compared[]): string {
  const counts = countOutcomes(compared);
  return OUTCOMES.filter(([outcome], index) => index < 4 || counts.has(outcome))
    .map(([outcome, text]) => {
      const seen = outcome === 'undecided' ? seenText(compared) : '';
      return `${formatAsGiven(counts.get(outcome) ?? 0)} ${text}${seen}`;
    })
    .join(', ');
}

function seenText(compared: readonly Compared[]): string {
  const seen = seenRatio(compared);
  return seen === null
    ? ''
    : ` (could have seen ${numberText(seen.median, 'x')} ×, median of ${seen.figures})`;
}

/** The ratio that the undecided figures could have detected; null where none is one of ratios. */
export function seenRatio(
  compared: readonly Compared[],
): { readonly median: number; readonly figures: number } | null {
  const ratios = compared.flatMap(({ outcome, versus }) =>
    outcome === 'undecided' && versus?.isRatio ? (detectable(versus) ?? []) : [],
  );
  const sorted = sortSamples(ratios);
  return sorted && { median: median(sorted), figures: sorted.length };
}

/** Latencies beside a bulk transfer first, then by how many times they differ, either way. */
export function shownDifferences(compared: readonly Compared[]): Compared[] {
  // Of one that is 0 or less there is no ratio; it is further from the other than any.
  const size = ({ ratio }: Compared) => Math.abs(Math.log(ratio ?? 0));
  const order = ({ here: { scenario, metric } }: Compared) =>
    isBesideBulk(scenario) && !RESOURCE_METRICS.includes(metric) ? 0 : 1;
  return compared
    .filter(isDifferent)
    .toSorted((a, b) => order(a) - order(b) || (size(a) === size(b) ? 0 : size(b) - size(a)));
}

/** `scenario download over network reference-4g, node-ws: same p50 1,657 ms, there 2,011 ms (0.70 to 0.91 ×)`. */
export function differenceText({ here, there, versus }: Compared): string {
  const { variant, arm, metric } = here;
  const who = `${placeName(here)}, ${variant.id}${arm === '' ? '' : ` with ${arm}`}`;
  const interval = versus === null ? '' : ` (${intervalWords(versus, metric.unit)})`;
  return `${who}: ${metric.title} ${withUnit(here)}, there ${withUnit(there)}${interval}`;
}

/** For the terminal; null without another run. */
export function comparedLine(comparison: Comparison | null): string | null {
  if (comparison === null) return null;
  const { other, compared } = comparison;
  const headline = compared.filter(isOfHeadline);
  const differing = shownDifferences(headline).map(differenceText);
  const named = differing.length === 0 ? '' : ` Differing: ${differing.join('; ')}.`;
  return `Compared with ${other}: of ${headline.length} headline figures ${countsText(headline)}.${named}`;
}
