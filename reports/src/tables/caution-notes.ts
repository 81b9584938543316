import { listed, plainText, type Sentence } from '../document/block.ts';
import { CAUTION_MARK } from '../figures/cautions.ts';
import { capital } from '../document/format.ts';
import { cautionedRounds, cautionedText } from '../figures/cautions.ts';
import { type Figure, placeKey } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import { nameOf } from '../verdicts/sentences.ts';
import { placeName } from '../document/place-name.ts';

/**
 * One note that says what the mark in a table means, and for whom. None for a table without marks.
 * @param figures of one table, of one place or several.
 */
export function cautionNotes(figures: readonly Figure[]): Sentence[] {
  const isOnePlace = new Set(figures.map(placeKey)).size === 1;
  const ids = new Set(figures.flatMap(({ cautions }) => cautions.map(({ id }) => id)));
  const notes = [...ids].flatMap((id) => {
    const rows = Map.groupBy(cautionedBy(figures, id), ({ figure, text }) =>
      JSON.stringify([placeKey(figure), text]),
    );
    const each = [...rows.values()].flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const place = isOnePlace ? '' : ` (${placeName(first.figure)})`;
      const names = plainText(listed(own.map(({ figure }) => [nameOf(figure)])));
      return [`${names} in ${first.text}${place}`];
    });
    const meaning = figures
      .flatMap(({ cautions }) => cautions)
      .find((own) => own.id === id)?.meaning;
    return each.length === 0 ? [] : [`“${capital(id)}” (${meaning}): ${each.join('; ')}.`];
  });
  return notes.length === 0 ? [] : [[`${CAUTION_MARK} ${notes.map(capital).join(' ')}`]];
}

/** Of each variant and arm the figure with the most rounds of a caution: rows mix figures of more and fewer. */
function cautionedBy(figures: readonly Figure[], id: string) {
  const rows = Map.groupBy(figures, (figure) => `${placeKey(figure)} ${armKey(figure)}`);
  return [...rows.values()].flatMap((row) => {
    const found = row.map((figure) => {
      const of = figure.cautions.filter((caution) => caution.id === id);
      return { figure, count: cautionedRounds(figure, of), text: cautionedText(figure, of) };
    });
    return found
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, 1);
  });
}
