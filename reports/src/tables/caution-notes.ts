import { listed, plainText, type Sentence } from '../document/block.ts';
import { capital } from '../document/format.ts';
import { placeName } from '../document/place-name.ts';
import { CAUTION_MARK, cautionedText } from '../figures/cautions.ts';
import { type Figure, placeKey } from '../figures/figure.ts';
import { nameOf } from '../verdicts/sentences.ts';

/**
 * One note that says what the mark in a table means, and for whom; the cells say in how many rounds. None for a table
 * without marks.
 * @param figures of one table, of one place or several.
 */
export function cautionNotes(figures: readonly Figure[]): Sentence[] {
  const isOnePlace = new Set(figures.map(placeKey)).size === 1;
  const marked = figures.flatMap((figure) =>
    figure.cautions.flatMap((caution) =>
      cautionedText(figure, [caution]) === '' ? [] : [{ ...caution, figure }],
    ),
  );
  const notes = [...Map.groupBy(marked, ({ id }) => id)].map(([id, own]) => {
    const places = Map.groupBy(own, ({ figure }) => (isOnePlace ? '' : ` (${placeName(figure)})`));
    const each = [...places].map(([place, here]) => {
      const names = new Set(here.map(({ figure }) => nameOf(figure)));
      return `${plainText(listed([...names].map((name) => [name])))}${place}`;
    });
    return `“${capital(id)}” (${own[0]?.meaning}): ${each.join('; ')}.`;
  });
  return notes.length === 0 ? [] : [[`${CAUTION_MARK} ${notes.join(' ')}`]];
}
