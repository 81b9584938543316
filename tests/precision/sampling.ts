import { geometricInterval } from '../../packages/stats/src/geometric-mean.ts';
import { intervalOfRounds, LEVEL } from '../../packages/stats/src/median-interval.ts';
import { type Bounds, exactly } from '../../packages/stats/src/round-number.ts';
import type { SeededRandom } from '../../packages/stats/src/seeded-random.ts';
import { sortSamples } from '../../packages/stats/src/sorted-samples.ts';
import { median } from '../../packages/stats/src/statistics.ts';
import { mean } from './connections.ts';

/** Where connections come from: ln of the wait of one, and the true averages of all, in ms. */
export interface Source {
  readonly draw: (random: SeededRandom) => number;
  readonly geometricMean: number;
  readonly median: number;
}

const STEPS = 1 << 30;

/** Uniform, above 0 and below 1. */
export function uniform(random: SeededRandom): number {
  return (random.below(STEPS) + 0.5) / STEPS;
}

/** Box and Muller, 1958. */
function gaussian(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
}

/** With replacement, from these. */
export function resampled(ys: readonly number[]): Source {
  const sorted = sortSamples(ys);
  if (sorted === null) throw new Error('no connections');
  return {
    draw: (random) => ys[random.below(ys.length)] ?? NaN,
    geometricMean: Math.exp(mean(ys)),
    median: Math.exp(median(sorted)),
  };
}

export function logNormal(mu: number, sigma: number): Source {
  return {
    draw: (random) => mu + sigma * gaussian(random),
    geometricMean: Math.exp(mu),
    median: Math.exp(mu),
  };
}

/** Of many samples of n connections. */
export interface Sampled {
  /** How often the interval holds the truth. NaN: there is none of so few. */
  readonly coverage: number;
  /** Half of an interval, √(high ÷ low) − 1: that which half of the samples do not exceed. */
  readonly half: number;
}

export function sampled(
  { draw, ...truths }: Source,
  average: 'geometricMean' | 'median',
  n: number,
  { times, random }: { readonly times: number; readonly random: SeededRandom },
): Sampled {
  const interval = average === 'median' ? intervalOfRounds : geometricInterval;
  return tally(
    Array.from({ length: times }, () =>
      interval(Array.from({ length: n }, () => exactly(Math.exp(draw(random))))),
    ),
    truths[average],
  );
}

/** The same of intervals that were made elsewhere. */
export function tally(intervals: readonly (Bounds | null)[], truth: number): Sampled {
  const given = intervals.filter((each) => each !== null);
  const halves = sortSamples(given.map(({ low, high }) => Math.sqrt(high / low) - 1));
  const held = given.filter(({ low, high }) => low <= truth && truth <= high).length;
  return { coverage: held / given.length, half: halves === null ? NaN : median(halves) };
}

/** What an interval may hold the truth less often than it says. */
const COVERAGE_TOLERANCE = 0.02;

/** The fewest of `counts` connections with half an interval of at most `goal` that holds the truth; null: none. */
export function needed(
  counts: readonly number[],
  goal: number,
  sampledOf: (n: number) => Sampled,
): number | null {
  const isEnough = ({ half, coverage }: Sampled): boolean =>
    half <= goal && coverage >= LEVEL - COVERAGE_TOLERANCE;
  return counts.find((n) => isEnough(sampledOf(n))) ?? null;
}
