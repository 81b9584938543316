import { CENSORED } from './censored.ts';
import { seededRandom } from './seeded-random.ts';
import type { SortedSamples } from './sorted-samples.ts';

/** Bounds of what is estimated, in its unit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Up to so many rounds every way to draw them is counted: 1716 ways for 7, but 6435 for 8. */
const COUNTED_ROUNDS = 7;
const RESAMPLES = 2000;
/** Fixed: the same samples give the same interval, byte for byte. */
const SEED = 20_260_101;
/** What lies below the interval and above it, in 1/1000 of the resamples. */
const TAIL_PERMILLE = 25;

/**
 * 95 % percentile-bootstrap interval over rounds (a cluster bootstrap: whole rounds are drawn with
 * replacement, because the messages of one round share its processes and are not independent).
 * Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3. Up to seven rounds
 * it is exact: every way to draw them, weighted by its probability. From eight on it comes from
 * 2000 seeded resamples.
 *
 * With few rounds it is narrow: it cannot reach beyond the observed rounds.
 *
 * @param rounds the samples of each round, `CENSORED` for what never ended.
 * @param statistic computed over the pooled samples of the drawn rounds.
 * @returns null for fewer than two rounds: one round has no interval.
 */
export function bootstrapInterval(
  rounds: readonly (readonly number[])[],
  statistic: (samples: SortedSamples) => number,
): Interval | null {
  const filled = rounds.filter((round) => round.length > 0);
  if (filled.length < 2) return null;
  // Sorted once, each sample with its round, so that a resample is one pass without sorting.
  const pooled = filled
    .flatMap((values, round) => values.map((value) => ({ value, round })))
    .toSorted((a, b) => a.value - b.value);
  const replicates = drawsOf(filled.length)
    .map(({ counts, resamples }) => {
      const resample: number[] = [];
      for (const { value, round } of pooled) {
        for (let times = counts[round] ?? 0; times > 0; times -= 1) resample.push(value);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drawn in order from sorted rounds, none of them empty
      return { value: statistic(resample as unknown as SortedSamples), resamples };
    })
    .toSorted((a, b) => a.value - b.value);
  return {
    low: weightedQuantile(replicates, TAIL_PERMILLE),
    high: weightedQuantile(replicates, 1_000 - TAIL_PERMILLE),
  };
}

/**
 * The smallest replicate that at least `permille` / 1000 of the resamples do not exceed: the
 * nearest rank, as in `orderStatistic`, of weighted values. In integers, so nothing is rounded.
 */
function weightedQuantile(
  replicates: readonly { readonly value: number; readonly resamples: number }[],
  permille: number,
): number {
  const all = replicates.reduce((sum, { resamples }) => sum + resamples, 0);
  let reached = 0;
  for (const { value, resamples } of replicates) {
    reached += resamples;
    if (1_000 * reached >= permille * all) return value;
  }
  return replicates.at(-1)?.value ?? CENSORED;
}

/** One way to draw rounds. */
interface Draw {
  /** How often each round was drawn. */
  readonly counts: readonly number[];
  /** Number of resamples with these counts. */
  resamples: number;
}

const KNOWN_DRAWS = new Map<number, readonly Draw[]>();

/**
 * The draws of this many rounds: the same for every interval, and each way once, so that no
 * statistic is computed twice.
 */
function drawsOf(rounds: number): readonly Draw[] {
  const known = KNOWN_DRAWS.get(rounds);
  if (known) return known;
  const draws = rounds <= COUNTED_ROUNDS ? everyDraw(rounds, rounds) : randomDraws(rounds);
  KNOWN_DRAWS.set(rounds, draws);
  return draws;
}

/**
 * Every way to draw `left` times from so many rounds, C(rounds + left − 1, left) of them, each with
 * the number of orders in which it can be drawn: left! ÷ (c₁!·c₂!·…), together rounds^left.
 */
function everyDraw(rounds: number, left: number): Draw[] {
  if (rounds === 1) return [{ counts: [left], resamples: 1 }];
  return Array.from({ length: left + 1 }, (_, first) =>
    everyDraw(rounds - 1, left - first).map(({ counts, resamples }) => ({
      counts: [first, ...counts],
      resamples: resamples * binomial(left, first),
    })),
  ).flat();
}

/** In how many ways `k` of `n` can be chosen. */
function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n, k - 1) * (n - k + 1)) / k;
}

function randomDraws(rounds: number): Draw[] {
  const random = seededRandom(SEED);
  const draws = new Map<string, Draw>();
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    const counts = Array.from({ length: rounds }, () => 0);
    for (let drawn = 0; drawn < rounds; drawn += 1) {
      const round = random.below(rounds);
      counts[round] = (counts[round] ?? 0) + 1;
    }
    const key = counts.join();
    const same = draws.get(key);
    if (same) same.resamples += 1;
    else draws.set(key, { counts, resamples: 1 });
  }
  return [...draws.values()];
}
