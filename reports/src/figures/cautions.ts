import { plural } from '../document/format.ts';
import { type Point, unitOf } from './pairs.ts';
import type { Caution, Metric, Round } from '@holbench/scenarios/metric';

/** What limits a figure, and in which of its rounds. */
export interface FigureCaution extends Pick<Caution, 'id' | 'meaning'> {
  /** Of a connection with its seed after it. */
  readonly cells: readonly string[];
}

/** Before the number of rounds with a caution; the notes of a table say what it means there. */
export const CAUTION_MARK = '†';

/** A figure, or what of it cautions are about. */
interface Cautioned {
  /** Its rounds. */
  readonly points: readonly Pick<Point, 'cell' | 'seed' | 'stratum'>[];
  readonly cautions: readonly FigureCaution[];
}

/** The cautions of a metric in rounds, each once. */
export function cautionsIn(metric: Metric, rounds: readonly Round[]): FigureCaution[] {
  const found = rounds.flatMap((round) =>
    (metric.cautions?.(round) ?? []).map(({ id, meaning }) => ({
      id,
      meaning,
      cell: round.connection ? `${round.cell.cell} ${round.cell.seed}` : round.cell.cell,
    })),
  );
  return [...Map.groupBy(found, ({ id }) => id)].flatMap(([id, own]) =>
    own.slice(0, 1).map(({ meaning }) => ({ id, meaning, cells: own.map(({ cell }) => cell) })),
  );
}

/** `3 of 8 rounds` have any of these cautions, by default of a figure's own; '' where none has. */
export function cautionedText(
  { points, cautions }: Cautioned,
  of: readonly FigureCaution[] = cautions,
): string {
  const cells = new Set(of.flatMap((each) => each.cells));
  const count = points.filter(({ cell, seed }) => cells.has(cell) || cells.has(`${cell} ${seed}`));
  return count.length === 0 ? '' : `${count.length} of ${plural(points.length, unitOf(points))}`;
}

/** All cautions of a figure with their counts: `the goodput of the phase same was not stable before the window: 3 of 8 rounds; …`. */
export function cautionsText(figure: Cautioned): string {
  const texts = figure.cautions.flatMap((caution) => {
    const count = cautionedText(figure, [caution]);
    return count === '' ? [] : [`${caution.meaning}: ${count}`];
  });
  return texts.join('; ');
}
