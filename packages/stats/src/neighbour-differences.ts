import { type SeededRandom, seededRandom, shuffled } from './seeded-random.ts';
import { meanOf, varianceOf } from './stratified-mean.ts';

/** Several treatments of the same blocks. */
export interface Treatments {
  /** Of each treatment, the values of the blocks in the same order. Of times these are logarithms. */
  readonly values: readonly (readonly number[])[];
  /** With which each is compared, by its index; null: with none. */
  readonly before: readonly (number | null)[];
}

export interface Compared {
  readonly isHigher: boolean;
  /** That no treatment matters, and any two that are compared are as far apart. */
  readonly chance: number;
}

/** Of the values in a block, whichever treatment they are of: as many as make the 95th percentile of the maxima steady. */
const PERMUTATIONS = 2_000;
/** The largest shift that is looked for: a factor of 1,000 of what values are logarithms of. */
const MOST_SHIFT = Math.log(1_000);

/**
 * Whether treatments differ from those before them, by the mean difference over blocks. The largest difference of all lists
 * under permutation of the treatments in each block bounds the chance of any false mark (Westfall and Young,
 * "Resampling-Based Multiple Testing", 1993, max-T).
 */
export class NeighbourDifferences {
  readonly #lists: readonly Treatments[];
  /** Largest differences by chance, ascending. */
  readonly #byChance: readonly number[];

  /** @param lists of one experiment, which are judged together. */
  constructor(lists: readonly Treatments[]) {
    this.#lists = lists;
    const random = seededRandom(1);
    const blocked = lists.map(({ values, before }) => {
      const blocks = blocksOf(values);
      return { blocks, before, deviation: deviationOf(blocks) };
    });
    this.#byChance = Array.from({ length: PERMUTATIONS }, () =>
      Math.max(
        0,
        ...blocked
          .flatMap(({ blocks, before, deviation }) =>
            differences(permuted(blocks, random), before, deviation),
          )
          .map(Math.abs),
      ),
    ).toSorted((a, b) => a - b);
  }

  /** By list and treatment: against the one before it. */
  compared(): Compared[][] {
    return this.#lists.map(({ values, before }) =>
      differences(blocksOf(values), before).map((difference) => ({
        isHigher: difference > 0,
        chance: this.#chanceOf(difference),
      })),
    );
  }

  /**
   * The least shift that would be seen: of values that differ as they do, where those of this treatment and of all after it
   * are higher by so much than those of the others in the mean.
   * @param at index of the treatment.
   * @returns null where not even the largest would do.
   */
  detectable(list: number, at: number, mostChance: number): number | null {
    const { values, before } = this.#lists[list] ?? { values: [], before: [] };
    const alike = values.map(ofMeanZero);
    const isSeen = (shift: number): boolean => {
      const changed = alike.map((own, index) =>
        index < at ? own : own.map((each) => each + shift),
      );
      const difference = differences(blocksOf(changed), before)[at] ?? 0;
      return this.#chanceOf(difference) <= mostChance;
    };
    let [least, most] = [0, MOST_SHIFT];
    if (!isSeen(most)) return null;
    for (let step = 0; step < 20; step += 1) {
      const middle = (least + most) / 2;
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

/** The values of the treatments, by block. */
function blocksOf(all: Treatments['values']): number[][] {
  const [first = []] = all;
  return first.map((_, block) => all.map((values) => values[block] ?? 0));
}

function ofMeanZero(values: readonly number[]): readonly number[] {
  const mean = meanOf(values);
  return values.map((each) => each - mean);
}

function permuted(blocks: readonly (readonly number[])[], random: SeededRandom): number[][] {
  return blocks.map((values) => shuffled(values, random));
}

/** Of the sums of each treatment and of the one before it, in their standard deviation by chance; 0 without one. */
function differences(
  blocks: readonly (readonly number[])[],
  before: Treatments['before'],
  deviation = deviationOf(blocks),
): number[] {
  const [first = []] = blocks;
  const sums = first.map((_, treatment) =>
    blocks.reduce((sum, values) => sum + (values[treatment] ?? 0), 0),
  );
  return sums.map((sum, index) => {
    const other = before[index] ?? null;
    return other === null ? 0 : (sum - (sums[other] ?? 0)) / deviation;
  });
}

/** The same however the treatments are exchanged within blocks. 1 where all are equal. */
function deviationOf(blocks: readonly (readonly number[])[]): number {
  return Math.sqrt(blocks.reduce((sum, values) => sum + 2 * varianceOf(values), 0)) || 1;
}
