import { type Decision, decide, decideRatio } from '@holbench/stats/decide';
import { baseOf } from '@holbench/stats/least-latency-difference';
import { unpairedInterval } from '@holbench/stats/average';
import { LEVEL, type LevelInterval } from '@holbench/stats/median-interval';
import { type Bounds, withUnknown } from '@holbench/stats/round-number';
import { shiftInterval } from '@holbench/stats/shift-interval';
import { numberText, unitText } from '../document/figure-text.ts';
import { averageFor } from '@holbench/scenarios/metric';
import { leastDifference } from './decisions.ts';
import type { Figure } from './figure.ts';
import { type RoundKey, pairedByRound } from './pairs.ts';

/** What a figure shows against the same of another server, or of another run. */
export interface Versus {
  readonly decision: Decision;
  /**
   * `pairs`: the interval over rounds, or connections, of the same seed, which share their losses: the exact one of the
   * median, or that of the geometric mean. `shift`: that of the shift of all, where the two share none. Null: too few for either.
   */
  readonly by: 'pairs' | 'shift' | null;
  /** Of this ÷ the other; of what may be 0 or less, such as a wait, of this − the other in its unit. */
  readonly interval: LevelInterval | null;
  readonly isRatio: boolean;
  /** What is no difference: of a ratio a share. */
  readonly tolerance: number;
}

/** Two servers of a run differ by more than their links may be off. */
export const OF_SERVERS = 0.05;
/** Two runs differ by more than this. */
export const OF_RUNS = 0.1;

interface How {
  /** The share that is no difference; default: of servers. */
  readonly within?: number;
  /** Of an interval of connections: `levelOfEach` where several are compared. */
  readonly level?: number;
}

export function versus(
  a: Figure,
  b: Figure,
  { within = OF_SERVERS, level = LEVEL }: How = {},
): Versus {
  const isRatio = [...a.points, ...b.points].every(
    ({ low, base }) => low > 0 && base === undefined,
  );
  const pairs = pairsOf(a.points, b.points);
  const average = averageFor(a.metric);
  // Rounds that share their losses are no independent groups, however few they are. A few seeds in common may be chance;
  // the shift of all rounds then has an interval that is rather too wide.
  const arePaired =
    pairs.length > 0 && 2 * pairs.length >= Math.min(a.points.length, b.points.length);
  const interval = arePaired
    ? average.paired(
        // Of which rounds the unknown ones are is not recorded.
        withUnknown(
          pairs.map(([one]) => one),
          a.unknown + b.unknown,
        ),
        pairs.map(([, other]) => other),
        isRatio,
        level,
      )
    : average.unit === 'connection'
      ? unpairedInterval(
          withUnknown(a.points, a.unknown),
          withUnknown(b.points, b.unknown),
          isRatio,
          level,
        )
      : shiftOf(a, b, isRatio);
  const smaller = Math.min(...[a, b].map(({ value }) => Math.abs(value ?? 0)));
  const least = leastDifference(a.metric.unit, baseOf([...a.points, ...b.points]) ?? smaller);
  const tolerance = isRatio
    ? Math.max(within, smaller > 0 ? least / smaller : 0)
    : Math.max(within * smaller, least);
  const decision = isRatio ? decideRatio(interval, tolerance) : decide(interval, tolerance);
  const by = interval === null ? null : arePaired ? 'pairs' : 'shift';
  return { decision, by, interval, isRatio, tolerance };
}

function shiftOf(a: Figure, b: Figure, isRatio: boolean): LevelInterval | null {
  const rounds = ({ points, unknown }: Figure): Bounds[] =>
    withUnknown(isRatio ? points.map(logarithm) : points, unknown);
  const shift = shiftInterval(rounds(a), rounds(b));
  if (shift === null || !isRatio) return shift;
  return { ...shift, low: Math.exp(shift.low), high: Math.exp(shift.high) };
}

function logarithm({ low, high }: Bounds): Bounds {
  return { low: Math.log(low), high: Math.log(high) };
}

/** Of a seed that several rounds of a side have, as in a report of several runs, nobody knows which is the pair. */
function pairsOf<Round extends RoundKey>(
  a: readonly Round[],
  b: readonly Round[],
): [Round, Round][] {
  const isOnce = (rounds: readonly Round[], seed: number): boolean =>
    rounds.filter((each) => each.seed === seed).length === 1;
  return pairedByRound(a, b).filter(
    ([one, other]) => one.run === other.run || (isOnce(a, one.seed) && isOnce(b, one.seed)),
  );
}

/** `1.20 to 2.21 ×`, `189.6 to 263.9 ms`: how far apart; '' without an interval. */
export function intervalWords(
  { interval, isRatio }: Versus,
  unit: Figure['metric']['unit'],
): string {
  if (interval === null) return '';
  const own = isRatio ? 'x' : unit;
  const end = (value: number): string => (Number.isFinite(value) ? numberText(value, own) : '…');
  // A share is printed with its sign.
  const sign = own === 'share' ? '' : unitText(own);
  return `${end(interval.low)} to ${end(interval.high)} ${sign}`.trim();
}

/**
 * The least that would have been seen: half of the interval beyond what is no difference. A ratio, or a difference in the
 * unit; null where the interval has no end.
 */
export function detectable({ interval, isRatio, tolerance }: Versus): number | null {
  if (interval === null) return null;
  const { low, high } = interval;
  if (!Number.isFinite(high - low) || (isRatio && low <= 0)) return null;
  return isRatio ? Math.sqrt(high / low) * (1 + tolerance) : (high - low) / 2 + tolerance;
}
