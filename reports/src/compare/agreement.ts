import { isHeadline } from '@holbench/scenarios/headline';
import type { Metric } from '@holbench/scenarios/metric';
import { withUnknown } from '@holbench/stats/censored';
import { shiftInterval } from '@holbench/stats/shift-interval';
import type { Figure } from '../figures/figure.ts';
import { formatShare } from '../document/format.ts';
import type { Agreement, Compared } from './compared.ts';

/** Two values agree that differ by no more of the smaller one. */
export const AGREES_WITHIN = 0.1;

/**
 * Null where nothing is to be judged: `isJudged`.
 * @param mostLevel highest level of an interval: `highestLevel`.
 */
export function agreementOf(here: Figure, there: Figure, mostLevel = 1): Agreement | null {
  if (!isJudged(here, there) || areBounds(here, there)) return null;
  const found = shiftInterval(
    withUnknown(here.points, here.unknown),
    withUnknown(there.points, there.unknown),
  );
  const shift = found && { ...found, level: Math.min(found.level, mostLevel) };
  if (shift !== null && shift.low <= 0 && shift.high >= 0) return { by: 'interval', shift };
  const [a, b] = [here.value ?? 0, there.value ?? 0];
  const isNear = Math.abs(a - b) <= AGREES_WITHIN * Math.min(Math.abs(a), Math.abs(b));
  return { by: isNear && !here.censored && !there.censored ? 'value' : null, shift };
}

/** A measurement of its own with a value in both runs. */
export function isJudged(here: Figure, there: Figure): boolean {
  return isMeasured(here.metric) && here.value !== null && there.value !== null;
}

/** One that only one of them has a value of, such as p95 of users who all failed in the other. */
function isOneSided(here: Figure, there: Figure): boolean {
  return isMeasured(here.metric) && (here.value === null) !== (there.value === null);
}

/** Not a prediction, a count or an extreme; nor a detail, which says again what another figure says. */
function isMeasured({ estimate, unit, detail }: Metric): boolean {
  return ['rounds', 'operations', 'share'].includes(estimate.of) && unit !== 'count' && !detail;
}

/** Of two lower bounds nothing is known. */
export function areBounds(here: Figure, there: Figure): boolean {
  return here.censored && there.censored;
}

/** How many figures agree, and by what. */
interface Agreeing {
  readonly byInterval: number;
  readonly byValue: number;
  /** Those that do not. */
  readonly exceptions: readonly Compared[];
}

/** How many of some figures agree. */
export interface AgreementCount extends Agreeing {
  /** Those with too few rounds for an interval, counted apart: only their values are compared. */
  readonly few: Agreeing;
  /** Lower bounds in both runs, not judged. */
  readonly bounds: number;
  /** Without a value in one of them, not judged. */
  readonly oneSided: number;
  /** Of other conditions, such as another workload. */
  readonly notComparable: number;
}

/** Of the figures of the first screen's table, and of all that are judged. */
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

function countOf(all: readonly Compared[]): AgreementCount {
  const compared = all.filter(
    ({ difference }) => difference.is !== 'not shown' || difference.why !== 'not comparable',
  );
  const judged = compared.filter(({ agreement }) => agreement !== null);
  const bounds = compared.filter(
    ({ here, there }) => isJudged(here, there) && areBounds(here, there),
  );
  return {
    ...agreeingOf(judged.filter(({ agreement }) => agreement?.shift !== null)),
    few: agreeingOf(judged.filter(({ agreement }) => agreement?.shift === null)),
    bounds: bounds.length,
    oneSided: compared.filter(({ here, there }) => isOneSided(here, there)).length,
    notComparable: all.length - compared.length,
  };
}

function agreeingOf(judged: readonly Compared[]): Agreeing {
  const by = (how: Agreement['by']) => judged.filter(({ agreement }) => agreement?.by === how);
  return {
    byInterval: by('interval').length,
    byValue: by('value').length,
    exceptions: by(null),
  };
}

/** Those that agree, and all that were judged. */
export function sharesOf({ byInterval, byValue, exceptions }: Agreeing): {
  readonly agreeing: number;
  readonly compared: number;
} {
  const agreeing = byInterval + byValue;
  return { agreeing, compared: agreeing + exceptions.length };
}

/** `headline figures: 23 of 24 agree (95.8 %): …; all figures: …`. */
export function agreementText({ headline, all }: AgreementCounts): string {
  return `headline figures: ${countText(headline)}. All figures: ${countText(all)}`;
}

/**
 * `23 of 24 agree (95.8 %): 21 by the interval of the difference, 2 within 10 %; of 3 with too few rounds
 * for an interval, 2 are within 10 %; 2 are lower bounds in both runs`.
 */
export function countText(count: AgreementCount): string {
  const [enough, few] = [sharesOf(count), sharesOf(count.few)];
  const within = `within ${100 * AGREES_WITHIN} %`;
  const none =
    few.compared === 0 && count.notComparable > 0
      ? 'none can be compared'
      : 'none with rounds enough for an interval of the difference';
  const first =
    enough.compared === 0
      ? none
      : `${enough.agreeing} of ${enough.compared} agree (${formatShare(enough.agreeing, enough.compared)}): ${count.byInterval} by the interval of the difference, ${count.byValue} ${within}`;
  const second = `of ${few.compared} with too few rounds for an interval, ${few.agreeing} are ${within}`;
  const third = `${count.bounds} not judged: lower bounds in both runs`;
  const fourth = `${count.oneSided} not judged: without a value in one run`;
  const fifth = `${count.notComparable} not comparable: run under other conditions, such as another workload`;
  return [
    first,
    ...(few.compared > 0 ? [second] : []),
    ...(count.bounds > 0 ? [third] : []),
    ...(count.oneSided > 0 ? [fourth] : []),
    ...(count.notComparable > 0 ? [fifth] : []),
  ].join('; ');
}
