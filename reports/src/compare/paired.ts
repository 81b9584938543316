import { isHeadline } from '@holbench/scenarios/headline';
import { type RoundNumber, UNKNOWN, withUnknown } from '@holbench/stats/censored';
import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import { intervalOfRounds } from '@holbench/stats/median-interval';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import type { Point } from '../figures/point.ts';
import { areBounds, AGREES_WITHIN, isJudged } from './agreement.ts';
import type { Compared, Paired, PairedOutcome } from './compared.ts';

/**
 * Null with too few shared seeds for an interval, or where nothing is to be judged.
 * @param mostLevel highest level of an interval: `highestLevel`.
 */
export function pairedOf(here: Figure, there: Figure, mostLevel = 1): Paired | null {
  if (!isJudged(here, there) || areBounds(here, there)) return null;
  const [own, others] = [bySeed(here), bySeed(there)];
  const known = [...own].flatMap(([seed, point]): RoundNumber[] => {
    const other = others.get(seed);
    if (other === undefined) return [];
    // With another lower bound taken off it may be any number.
    if (other.censored) return [UNKNOWN];
    return [{ value: point.value - other.value, censored: point.censored }];
  });
  // Which seeds they have is not recorded: each may be of another pair.
  const differences = withUnknown(known, here.unknown + there.unknown);
  const interval = intervalOfRounds(differences);
  if (interval === null || known.length < ENOUGH_ROUNDS) return null;
  const level = Math.min(interval.level, mostLevel);
  return { ...interval, level, rounds: differences.length, outcome: outcomeOf(interval, there) };
}

/** Without seeds that occur twice, as in a report of several runs: nobody knows which is the pair. */
function bySeed({ points }: Figure): ReadonlyMap<number, Point> {
  const alike = Map.groupBy(points, ({ seed }) => seed);
  return new Map(
    [...alike].flatMap(([seed, [point, ...others]]) =>
      point === undefined || others.length > 0 ? [] : [[seed, point] as const],
    ),
  );
}

/**
 * By an interval against a tolerance: two one-sided tests (Schuirmann 1987). The tolerance is 10 %, for
 * latencies also their least difference.
 */
function outcomeOf(
  { low, high }: Pick<Paired, 'low' | 'high'>,
  { value, metric, points }: Figure,
): PairedOutcome {
  const least = metric.unit === 'ms' ? delayToleranceMs(points) : 0;
  const tolerance = Math.max(AGREES_WITHIN * Math.abs(value ?? 0), least);
  if (low > tolerance) return 'higher';
  if (high < -tolerance) return 'lower';
  return low >= -tolerance && high <= tolerance ? 'equivalent' : 'undecided';
}

/**
 * `of 48 headline figures 40 equivalent within 10 %, 1 higher, 0 lower, 7 undecided; of all 340: …`; null
 * where no figure has rounds enough of the same seeds.
 */
export function pairedText(compared: readonly Compared[]): string | null {
  const paired = compared.filter((each) => each.paired !== null);
  if (paired.length === 0) return null;
  const headline = paired.filter(({ here }) => isHeadline(here));
  return `of ${headline.length} headline figures ${counted(headline)}; of all ${paired.length} figures ${counted(paired)}`;
}

function counted(compared: readonly Compared[]): string {
  const of = (outcome: PairedOutcome) =>
    compared.filter(({ paired }) => paired?.outcome === outcome).length;
  return `${of('equivalent')} equivalent within ${100 * AGREES_WITHIN} %, ${of('higher')} higher, ${of('lower')} lower, ${of('undecided')} undecided`;
}
