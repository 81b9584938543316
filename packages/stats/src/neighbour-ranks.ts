import { ranksOf } from './ranks.ts';
import { type SeededRandom, seededRandom, shuffled } from './seeded-random.ts';
import { varianceOf } from './stratified-mean.ts';

/** Several treatments of the same blocks. */
export interface Treatments {
  /** Of each treatment, the values of the blocks in the same order; Infinity for one beyond any other. */
  readonly values: readonly (readonly number[])[];
  /** With which each is compared, by its index; null: with none. */
  readonly before: readonly (number | null)[];
}

/** Of the values in a block, whichever treatment they are of: as many as make the 95th percentile of the maxima steady. */
const PERMUTATIONS = 2_000;

/**
 * Whether treatments differ from those before them. In each block the treatments are ranked against each other (Friedman, JASA
 * 32, 1937), so that all of them say how far apart two are, and values without an end count as the largest. The
 * largest difference of all lists under permutation of the treatments in each block bounds the chance of any false mark
 * (Westfall and Young, "Resampling-Based Multiple Testing", 1993, max-T).
 */
export class NeighbourRanks {
  readonly #lists: readonly Treatments[];
  /** Largest differences by chance, ascending. */
  readonly #byChance: readonly number[];

  /** @param lists of one experiment, which are judged together. */
  constructor(lists: readonly Treatments[]) {
    this.#lists = lists;
    const random = seededRandom(1);
    const ranked = lists.map(({ values, before }) => {
      const blocks = rankedBlocks(values);
      return { blocks, before, deviation: deviationOf(blocks) };
    });
    this.#byChance = Array.from({ length: PERMUTATIONS }, () =>
      Math.max(
        0,
        ...ranked
          .flatMap(({ blocks, before, deviation }) =>
            differences(permuted(blocks, random), before, deviation),
          )
          .map(Math.abs),
      ),
    ).toSorted((a, b) => a - b);
  }

  /** By list and treatment: the chance that no treatment matters, and any two that are compared are as far apart. */
  chances(): number[][] {
    return this.#lists.map(({ values, before }) =>
      differences(rankedBlocks(values), before).map((each) => this.#chanceOf(each)),
    );
  }

  /**
   * The least factor, up or down, that would be seen: of a treatment whose values differ as they do, and are so many times those of the
   * treatment before in the mean.
   * @param at index of the treatment.
   * @param ratio of the mean of both, as they are.
   * @returns null where not even a factor of 1,000 would do.
   */
  detectable(list: number, at: number, ratio: number, mostChance: number): number | null {
    const { values, before } = this.#lists[list] ?? { values: [], before: [] };
    const isSeenTimes = (factor: number): boolean => {
      const changed = values.map((own, index) =>
        index === at ? own.map((each) => (each * factor) / ratio) : own,
      );
      const difference = differences(rankedBlocks(changed), before)[at] ?? 0;
      return difference > 0 === factor > 1 && this.#chanceOf(difference) <= mostChance;
    };
    // Above one that is longest already there is no rank.
    const isSeen = (factor: number): boolean => isSeenTimes(factor) || isSeenTimes(1 / factor);
    let [least, most] = [1, 1_000];
    if (!isSeen(most)) return null;
    for (let step = 0; step < 20; step += 1) {
      const middle = Math.sqrt(least * most);
      if (isSeen(middle)) most = middle;
      else least = middle;
    }
    return most;
  }

  #chanceOf(difference: number): number {
    const asFar = this.#byChance.filter((each) => each >= Math.abs(difference) - 1e-9).length;
    return (asFar + 1) / (PERMUTATIONS + 1);
  }
}

/** Ranks of the treatments, by block. */
function rankedBlocks(all: Treatments['values']): number[][] {
  const [first = []] = all;
  return first.map((_, block) => ranksOf(all.map((values) => values[block] ?? Infinity)));
}

function permuted(blocks: readonly (readonly number[])[], random: SeededRandom): number[][] {
  return blocks.map((ranks) => shuffled(ranks, random));
}

/** Of the sums of ranks of each treatment and of the one before it, in their standard deviation by chance; 0 without one. */
function differences(
  blocks: readonly (readonly number[])[],
  before: Treatments['before'],
  deviation = deviationOf(blocks),
): number[] {
  const [first = []] = blocks;
  const sums = first.map((_, treatment) =>
    blocks.reduce((sum, ranks) => sum + (ranks[treatment] ?? 0), 0),
  );
  return sums.map((sum, index) => {
    const other = before[index] ?? null;
    return other === null ? 0 : (sum - (sums[other] ?? 0)) / deviation;
  });
}

/** The same however the treatments are exchanged within blocks. 1 where all are equal. */
function deviationOf(blocks: readonly (readonly number[])[]): number {
  return Math.sqrt(blocks.reduce((sum, ranks) => sum + 2 * varianceOf(ranks), 0)) || 1;
}
