import { isBesideBulk } from '@holbench/scenarios/registry';
import { RESOURCE_METRICS } from '@holbench/scenarios/resource-metrics';
import { chanceApart } from '../figures/chance-apart.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { type AgreementCounts, agreementText } from './agreement.ts';
import type { Compared } from './compared.ts';
import { exceptionValues } from './exceptions.ts';
import { pairedText } from './paired.ts';
import { verdictsText } from './verdicts.ts';

/** What comes of a comparison, in this order; of figures without any value nothing is said. */
const OUTCOMES = [
  ['higher', 'higher'],
  ['lower', 'lower'],
  ['overlap', 'no difference detected (intervals overlap)'],
  ['within tolerance', 'no difference detected (within the link’s tolerance)'],
  ['lower bounds', 'undecided (both are lower bounds)'],
  ['too few rounds', `undecided (fewer than ${ENOUGH_ROUNDS} rounds)`],
  ['no interval', 'not judged (counts and extremes)'],
  ['not comparable', 'not comparable (another link or workload)'],
  ['value here', 'with a value in this run only'],
  ['value there', 'with a value in the other run only'],
] as const;
const JUDGED = ['higher', 'lower', 'overlap', 'within tolerance'] as const;

type Outcome = (typeof OUTCOMES)[number][0] | 'no value';

/** How the figures of the tables compare; details are not counted. */
export interface ComparedCounts {
  readonly outcomes: ReadonlyMap<Outcome, number>;
  /** Figures over enough rounds to be shown to differ. */
  readonly judged: number;
  /** How many of those chance alone would set apart, on average, if nothing differed: at most. */
  readonly byChance: number;
}

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
  readonly counts: ComparedCounts;
  readonly agreements: AgreementCounts;
  /** Null where the other run has nothing of the kind. */
  find(figure: Figure): Compared | null;
}

/** Of figures that tables show: a detail says again what one of these says. */
export function countCompared(compared: readonly Compared[]): ComparedCounts {
  const all = Map.groupBy(compared.filter(isInTables), outcomeOf);
  const judged = JUDGED.flatMap((outcome) => all.get(outcome) ?? []);
  const chances = judged.map(({ here, there }) => chanceApart(here.rounds, there.rounds));
  return {
    outcomes: new Map([...all].map(([outcome, members]) => [outcome, members.length])),
    judged: judged.length,
    byChance: chances.reduce((sum, chance) => sum + chance, 0),
  };
}

export function isInTables({ here }: Compared): boolean {
  return here.metric.detail !== true;
}

export function outcomeOf({ difference, here, there }: Compared): Outcome {
  if (difference.is !== 'not shown') return difference.is;
  if (here.value === there.value || difference.why !== 'no value') return difference.why;
  return there.value === null ? 'value here' : 'value there';
}

/** Latencies beside a bulk transfer first, then by how many times they differ, either way. */
export function shownDifferences(compared: readonly Compared[]): Compared[] {
  // Of one that is 0 or less there is no ratio; it is further from the other than any.
  const size = ({ ratio }: Compared) => Math.abs(Math.log(ratio ?? 0));
  const order = ({ here: { scenario, metric } }: Compared) =>
    isBesideBulk(scenario) && !RESOURCE_METRICS.includes(metric) ? 0 : 1;
  return compared
    .filter(({ difference }) => difference.is !== 'not shown')
    .toSorted((a, b) => order(a) - order(b) || (size(a) === size(b) ? 0 : size(b) - size(a)));
}

/** For the terminal; null without another run. */
export function comparedLine(comparison: Comparison | null): string | null {
  if (comparison === null) return null;
  const { other, counts, agreements, compared } = comparison;
  const { exceptions: certain, few } = agreements.headline;
  const exceptions = [...certain, ...few.exceptions];
  const names = exceptions.slice(0, NAMED).map(exceptionValues);
  const more = exceptions.length - names.length;
  const left = more === 0 ? '' : `; and ${more} more`;
  const named = names.length === 0 ? '' : ` Not agreeing: ${names.join('; ')}${left}.`;
  const paired = pairedText(compared);
  const bySeed = paired === null ? '' : ` Paired by seed: ${paired}.`;
  const changed = verdictsText(compared);
  const another = changed === '' ? '' : ` ${changed}`;
  return `Compared with ${other}: agreement of ${agreementText(agreements)}.${named}${another}${bySeed} Compared ${countsText(counts)}.`;
}

/** A line of a terminal names so many exceptions: the report has all. */
const NAMED = 4;

/** `figures: 3 higher; 0 lower; 404 no difference detected (intervals overlap)`. */
export function countsText({ outcomes }: ComparedCounts): string {
  const texts = OUTCOMES.filter(([outcome], index) => index < 2 || outcomes.has(outcome)).map(
    ([outcome, text]) => `${outcomes.get(outcome) ?? 0} ${text}`,
  );
  return `figures: ${texts.join('; ')}`;
}
