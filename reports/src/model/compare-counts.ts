import { isBesideBulk } from '@holbench/scenarios/registry';
import { chanceApart } from './chance-apart.ts';
import type { ComparedFigure } from './compare-table.ts';
import { ENOUGH_ROUNDS } from './enough-rounds.ts';
import type { NotShown } from './table.ts';

/** How the figures of two runs compare. */
export interface ComparedCounts {
  /** Medians over rounds that are comparable and have a value in both. */
  readonly compared: number;
  readonly higher: number;
  readonly lower: number;
  readonly notShown: number;
  /** Of all figures that both runs have a place for. */
  readonly why: Readonly<Record<NotShown, number>>;
  /** Figures with a value in one of the runs only. */
  readonly valueHere: number;
  readonly valueThere: number;
  /** Figures over enough rounds to be shown to differ. */
  readonly judged: number;
  /**
   * How many of those chance alone would set apart, on average, if nothing differed: at most, as the
   * least difference leaves out small ones.
   */
  readonly byChance: number;
}

export function countFigures(figures: readonly ComparedFigure[]): ComparedCounts {
  const all = figures.flatMap((each) =>
    each.figure.compared === null ? [] : [{ ...each, compared: each.figure.compared }],
  );
  const count = (is: (each: (typeof all)[number]) => boolean) => all.filter(is).length;
  const because = (why: NotShown) => count(({ compared }) => compared.why === why);
  const why: Record<NotShown, number> = {
    overlap: because('overlap'),
    'too few rounds': because('too few rounds'),
    'no interval': because('no interval'),
    'not a median': because('not a median'),
    'within tolerance': because('within tolerance'),
    'no value': because('no value'),
    'not comparable': because('not comparable'),
  };
  const higher = count(({ compared }) => compared.difference === 'higher');
  const lower = count(({ compared }) => compared.difference === 'lower');
  const notShown = why.overlap + why['too few rounds'] + why['within tolerance'];
  const judged = all.filter(
    ({ figure, other, compared }) =>
      compared.why !== 'no value' &&
      compared.why !== 'not comparable' &&
      compared.why !== 'not a median' &&
      Math.min(figure.rounds, other.rounds) >= ENOUGH_ROUNDS,
  );
  return {
    compared: higher + lower + notShown,
    higher,
    lower,
    notShown,
    why,
    valueHere: count(({ figure, other }) => figure.value !== null && other.value === null),
    valueThere: count(({ figure, other }) => figure.value === null && other.value !== null),
    judged: judged.length,
    byChance: judged.reduce(
      (sum, { figure, other }) =>
        sum +
        chanceApart(
          figure.rounds,
          other.rounds,
          figure.pooled === 'median' ? 'pooled' : 'perRound',
        ),
      0,
    ),
  };
}

/** Those of head-of-line blocking first, then by how many times they differ, either way. */
export function shownDifferences(figures: readonly ComparedFigure[]): ComparedFigure[] {
  // Of one that is 0 or less there is no ratio; it is further from the other than any.
  const size = ({ figure: { compared } }: ComparedFigure) =>
    Math.abs(Math.log(compared?.ratio ?? 0));
  const holb = ({ table: { from } }: ComparedFigure) =>
    from && isBesideBulk(from.scenario) ? 0 : 1;
  return figures
    .filter(({ figure: { compared } }) => compared !== null && compared.why === null)
    .toSorted((a, b) => holb(a) - holb(b) || (size(a) === size(b) ? 0 : size(b) - size(a)));
}
