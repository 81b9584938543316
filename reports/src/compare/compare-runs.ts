import { namesIn } from '@holbench/results/block';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { unendedText, warningsOf } from '../evidence/run-facts.ts';
import { type Figure, keyOf, keyText } from '../figures/figure.ts';
import type { Relation } from '../figures/relation.ts';
import { OF_RUNS, versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import type { ReportData } from '../runs/report-data.ts';
import type { Compared, Outcome } from './compared.ts';
import type { Comparison } from './comparison.ts';
import { areComparable, conditionDifferences } from './comparability.ts';
import { measuredRows, onlyOneLines, placeText, rowText } from './only-one.ts';

type Compares = Pick<Report, 'data' | 'relation'>;

/**
 * Puts the figures of another run beside those of this one: the same key, and something measured of
 * its variant and arm at that place in both. Rounds are paired where both runs have the same seeds.
 *
 * @throws RunFolderError when the runs have no figure in common.
 */
export function compareRuns(here: Compares, there: Compares): Comparison {
  const manifests = [here.data.manifest, there.data.manifest] as const;
  const shared = sharedFigures(here.relation, there.relation);
  if (!shared.some((pair) => pair.every(({ value }) => value !== null))) {
    throw new RunFolderError(
      `nothing to compare: ${planText(here.data)}, but ${planText(there.data)}; runs with a variant, a scenario and a network in common can be compared`,
    );
  }
  const comparable = new Map<string, boolean>();
  const compared = shared.map(([own, other]) => {
    const place = `${own.network} ${placeText(own)}`;
    const known = comparable.get(place) ?? areComparable(manifests, own);
    comparable.set(place, known);
    return compareFigures(own, other, known);
  });
  const byKey = new Map(compared.map((each) => [keyText(keyOf(each.here)), each]));
  return {
    other: there.data.runs.join(', '),
    conditions: conditionDifferences(manifests),
    onlyOne: onlyOneLines(here.relation, there.relation),
    warnings: otherWarnings(there.data),
    compared,
    find: (figure) => byKey.get(keyText(keyOf(figure))) ?? null,
  };
}

/** What a reader of the other run’s figures must know. */
function otherWarnings(data: ReportData): string[] {
  const unended = unendedText(data.manifest);
  return [...(unended === null ? [] : [unended]), ...warningsOf(data)];
}

/** In the order of the first run; without those that have no value in both for the same reason. */
function sharedFigures(here: Relation, there: Relation): [Figure, Figure][] {
  const [rows, others] = [measuredRows(here), measuredRows(there)];
  return here.figures.flatMap((own): [Figure, Figure][] => {
    const row = rowText(own);
    const other = rows.has(row) && others.has(row) ? there.find(keyOf(own)) : null;
    if (other === null) return [];
    const isMissing = own.value === null && own.state === other.state && own.why === other.why;
    return isMissing ? [] : [[own, other]];
  });
}

/** @param comparable false where the two runs measured different things. */
export function compareFigures(here: Figure, there: Figure, comparable: boolean): Compared {
  const [a, b] = [here.value ?? 0, there.value ?? 0];
  const areBounds = here.bound === '≥' && there.bound === '≥';
  const why = whyNotJudged(here, there, comparable);
  const found = why === null && !areBounds ? versus(here, there, { within: OF_RUNS }) : null;
  return {
    here,
    there,
    outcome: why ?? found?.decision ?? 'bounds',
    versus: found,
    // Two lower bounds have no multiple, not even an approximate one.
    ratio: a > 0 && b > 0 && !areBounds ? a / b : null,
  };
}

/** Shares of all connections together, and means without an interval: no test here is of them. */
const NOT_JUDGED: ReadonlySet<string> = new Set(['most', 'sum', 'mean of rounds', 'pooled']);

/** Not judged: predictions, counts and extremes, and what has no interval. */
function whyNotJudged(here: Figure, there: Figure, comparable: boolean): Outcome | null {
  const { estimate, unit } = here.metric;
  if (here.value === null && there.value === null) return 'no value';
  if (!comparable) return 'not comparable';
  if (NOT_JUDGED.has(estimate.of) || unit === 'count') return 'not judged';
  if (here.value === null) return 'there';
  return there.value === null ? 'here' : null;
}

function planText({ runs, manifest }: ReportData): string {
  const names = (list: Parameters<typeof namesIn>[1]) => namesIn(manifest, list).join(', ');
  return `${runs.join(', ')} has ${names('variants')} in ${names('scenarios')} over ${names('networks')}`;
}
