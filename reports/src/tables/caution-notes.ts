import type { Sentence } from '../document/block.ts';
import { CAUTION_MARK } from '../document/figure-cell.ts';
import { cautionedRounds, cautionedText } from '../figures/cautions.ts';
import { type Figure, placeKey } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import { nameOf } from '../verdicts/sentences.ts';

/**
 * Says what the mark in a table means, and for which variants. None for a table without marks.
 * @param figures of one table, of one place or several.
 */
export function cautionNotes(figures: readonly Figure[]): Sentence[] {
  const isOnePlace = new Set(figures.map(placeKey)).size === 1;
  const marked = figures.flatMap((figure) =>
    figure.cautions.map((caution) => ({ figure, caution })),
  );
  return [...Map.groupBy(marked, ({ caution }) => caution.id).values()].flatMap((own) => {
    const rows = Map.groupBy(own, ({ figure }) => `${placeKey(figure)} ${armKey(figure)}`);
    const each = [...rows.values()].flatMap((row) => {
      // Figures of one row may be of different rounds.
      const [most] = row
        .map(({ figure, caution }) => ({
          figure,
          count: cautionedRounds(figure, [caution]),
          text: cautionedText(figure, [caution]),
        }))
        .toSorted((a, b) => b.count - a.count);
      if (most === undefined || most.count === 0) return [];
      const { network, scenario } = most.figure;
      const place = isOnePlace ? '' : ` (${scenario} over ${network})`;
      return [`${nameOf(most.figure)}${place} ${most.text}`];
    });
    const [first] = own;
    return first === undefined || each.length === 0
      ? []
      : [[`${CAUTION_MARK} ${capital(first.caution.meaning)}: ${each.join(', ')}.`]];
  });
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
