import { seededRandom } from './seeded-random.ts';
import { sortSamples, type SortedSamples } from './sorted-samples.ts';
import { orderStatistic } from './statistics.ts';

/** A 95 % confidence interval, in the unit of the samples. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
/** Fixed: the same samples give the same interval, byte for byte. */
const SEED = 20_260_101;

/**
 * 95 % percentile-bootstrap interval over rounds (a cluster bootstrap: whole rounds are drawn with
 * replacement, because the messages of one round share its processes and are not independent).
 * Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3.
 *
 * With few rounds it is narrow: it cannot reach beyond what the rounds saw.
 *
 * @param rounds the samples of each round.
 * @param statistic computed over the pooled samples of the drawn rounds.
 * @returns null for fewer than two rounds: one round has no interval.
 */
export function bootstrapInterval(
  rounds: readonly (readonly number[])[],
  statistic: (samples: SortedSamples) => number,
): Interval | null {
  const filled = rounds.filter((round) => round.length > 0);
  if (filled.length < 2) return null;
  // Sorted once with its round beside it, so that a resample is one pass and not one sort.
  const pooled = filled
    .flatMap((values, round) => values.map((value) => ({ value, round })))
    .toSorted((a, b) => a.value - b.value);
  const replicates = drawsOf(filled.length).flatMap(({ counts, resamples }) => {
    const resample: number[] = [];
    for (const { value, round } of pooled) {
      for (let times = counts[round] ?? 0; times > 0; times -= 1) resample.push(value);
    }
    const replicate = statistic(resample as unknown as SortedSamples);
    return Array.from({ length: resamples }, () => replicate);
  });
  const sorted = sortSamples(replicates);
  if (sorted === null) return null;
  return { low: orderStatistic(sorted, 0.025), high: orderStatistic(sorted, 0.975) };
}

/** One way to draw rounds. */
interface Draw {
  /** How often each round was drawn. */
  readonly counts: readonly number[];
  /** How many of the resamples drew so. */
  resamples: number;
}

const KNOWN_DRAWS = new Map<number, readonly Draw[]>();

/**
 * What the resamples draw of so many rounds: the same for every interval, and each way once. Few
 * rounds can be drawn in few ways only, five in 126, and a statistic is computed once for each.
 */
function drawsOf(rounds: number): readonly Draw[] {
  const known = KNOWN_DRAWS.get(rounds);
  if (known) return known;
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
  const all = [...draws.values()];
  KNOWN_DRAWS.set(rounds, all);
  return all;
}
