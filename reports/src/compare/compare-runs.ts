import { namesIn } from '@holbench/results/block';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { unendedText, warningsOf } from '../evidence/run-facts.ts';
import { difference } from '../figures/decisions.ts';
import { type Figure, keyOf, keyText } from '../figures/figure.ts';
import type { Relation } from '../figures/relation.ts';
import { highestLevel } from '../figures/stopped-level.ts';
import type { Report } from '../report.ts';
import type { ReportData } from '../runs/report-data.ts';
import { agreementOf, countAgreements } from './agreement.ts';
import type { Compared } from './compared.ts';
import { type Comparison, countCompared } from './comparison.ts';
import { areComparable, conditionDifferences } from './comparability.ts';
import { measuredRows, onlyOneLines, placeText, rowText } from './only-one.ts';
import { pairedOf } from './paired.ts';

type Compares = Pick<Report, 'data' | 'relation'>;

/**
 * Puts the figures of another run beside those of this one: the same key, and something measured of
 * its variant and arm at that place in both. Rounds are paired only where both runs have the same seeds:
 * `paired.ts`.
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
    const level = highestLevel(own.scenario, manifests);
    return compareFigures(own, other, known, level);
  });
  const byKey = new Map(compared.map((each) => [keyText(keyOf(each.here)), each]));
  return {
    other: there.data.runs.join(', '),
    conditions: conditionDifferences(manifests),
    onlyOne: onlyOneLines(here.relation, there.relation),
    warnings: otherWarnings(there.data),
    compared,
    counts: countCompared(compared),
    agreements: countAgreements(compared),
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

/**
 * @param comparable false where the two runs measured different things.
 * @param mostLevel highest level of an interval: `highestLevel`.
 */
export function compareFigures(
  here: Figure,
  there: Figure,
  comparable: boolean,
  mostLevel = 1,
): Compared {
  const [a, b] = [here.value ?? 0, there.value ?? 0];
  // Two lower bounds have no multiple, not even an approximate one.
  const hasRatio = a > 0 && b > 0 && !(here.censored && there.censored);
  const found = difference(here, there, here.metric.unit);
  const hasNone = found.is === 'not shown' && found.why === 'no value';
  return {
    here,
    there,
    difference: comparable || hasNone ? found : { is: 'not shown', why: 'not comparable' },
    agreement: comparable ? agreementOf(here, there, mostLevel) : null,
    paired: comparable ? pairedOf(here, there, mostLevel) : null,
    ratio: hasRatio ? a / b : null,
  };
}

function planText({ runs, manifest }: ReportData): string {
  const names = (list: Parameters<typeof namesIn>[1]) => namesIn(manifest, list).join(', ');
  return `${runs.join(', ')} has ${names('variants')} in ${names('scenarios')} over ${names('networks')}`;
}
