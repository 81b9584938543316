import type { FinishedCell } from '@holbench/results/run-reader';
import { allRank } from './all-rank.ts';
import { besideBest, type Better } from './beside-best.ts';
import { missingFigure } from './figure.ts';
import type { ArmSelection } from './published-table.ts';
import type { Figure } from './table.ts';

/** Where the variants of a table meet: a column of one with a row for each server, else a row. */
export interface Place {
  readonly name: string;
  /** Null where none is better than another: counts, and extremes, which are one operation each. */
  readonly better: Better | null;
}

export interface RankedFigures {
  /** By selection, then by place. */
  readonly figures: readonly (readonly Figure[])[];
  /** How to read the ratios; none without any. */
  readonly notes: readonly string[];
}

/**
 * The figures of each variant, with their ratios to the best of their place. What a factor's arm has
 * stands beside them: the variants are compared by the run's own settings.
 *
 * @param along whether a place is a row of the table or a column.
 * @param figuresOf one figure per place, of rounds that count: of all of a variant's, and of each alone.
 */
export function rankedFigures(
  selections: readonly ArmSelection[],
  { along, places }: { readonly along: 'row' | 'column'; readonly places: readonly Place[] },
  figuresOf: (rounds: readonly FinishedCell[]) => readonly Figure[],
): RankedFigures {
  const measured = selections.map((selection) => measure(selection, places, figuresOf));
  const unpaired: string[] = [];
  let isRanked = false;
  const byPlace = places.map(({ name, better }, place) => {
    const rivals = measured.map(({ header, ranked, figures, rounds }) => {
      const figure = figures[place];
      if (!figure) throw new Error(`no figure for ${name}`);
      return {
        name: header,
        figure,
        rounds: rounds.flatMap(({ run, seed, alone }) => {
          const value = alone[place]?.value ?? null;
          return value === null ? [] : [{ run, seed, value }];
        }),
        ranked: ranked && figure.ofSurvivors !== true,
      };
    });
    if (better === null) return rivals.map(({ figure }) => figure);
    const compared = besideBest(rivals, better);
    const ratios = compared.figures.filter(({ ratio }) => ratio !== null).length;
    isRanked ||= ratios > 0;
    unpaired.push(...unpairedIn(name, compared.unpaired, ratios - 1));
    return compared.figures;
  });
  const figures = measured.map((_, index) => byPlace.flatMap((each) => each[index] ?? []));
  return { figures, notes: isRanked ? [RATIO_NOTES[along], ...unpairedNote(unpaired)] : [] };
}

const RATIO_NOTES = {
  row: 'best, × 1.24: its ratio to the lowest of its row, the median over the rounds that both have. None for what ranks no server: limited by the client, or with a failed batch.',
  column:
    'best, × 1.24: its ratio to the best of its column (the lowest; of rates the highest), the median over the rounds that both have. None for minimum and maximum, which are one operation each, nor for what ranks no server: limited by the client, or of those that succeeded alone.',
} as const;

/** `p95 (ms)`, or `p95 (ms) of A1 node-ws` where others are paired. */
function unpairedIn(place: string, headers: readonly string[], others: number): string[] {
  if (headers.length === 0) return [];
  return [headers.length === others ? place : `${place} of ${headers.join(', ')}`];
}

function unpairedNote(unpaired: readonly string[]): string[] {
  if (unpaired.length === 0) return [];
  return [`The ratio of the two values, as no round alone has both: ${unpaired.join('; ')}.`];
}

interface Measured {
  readonly header: string;
  readonly ranked: boolean;
  readonly figures: readonly Figure[];
  readonly rounds: readonly {
    readonly run: string;
    readonly seed: number;
    readonly alone: readonly Figure[];
  }[];
}

function measure(
  { header, arm, selected }: ArmSelection,
  places: readonly Place[],
  figuresOf: (rounds: readonly FinishedCell[]) => readonly Figure[],
): Measured {
  if (selected.state !== 'ok') {
    const missing = missingFigure(selected);
    return { header, ranked: false, figures: places.map(() => missing), rounds: [] };
  }
  const { rounds } = selected;
  return {
    header,
    ranked: arm === '' && allRank(rounds),
    figures: figuresOf(rounds),
    rounds: rounds.map((round) => ({
      run: round.cell.run,
      seed: round.cell.seed,
      alone: figuresOf([round]),
    })),
  };
}
