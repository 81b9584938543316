import { listed, type Inline, type Sentence } from '../document/block.ts';
import { withUnit } from '../document/figure-text.ts';
import { plural } from '../document/format.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';

/** A list of more is a table. */
const MOST_LISTED = 6;

/**
 * A sentence that ends with a list of figures; of many with how many there are, as a part of a list says less than the
 * table. No sentence for none.
 *
 * @param words of one figure; default: its name and value.
 */
export function listing(
  lead: Inline | Sentence,
  figures: readonly Figure[],
  words: (figure: Figure, index: number) => Sentence = (figure) => named(figure),
): Sentence[] {
  if (figures.length === 0) return [];
  return figures.length > MOST_LISTED
    ? [[lead, `${figures.length} rows of its table.`].flat()]
    : [[lead, ...listed(figures.map(words)), '.'].flat()];
}

/** Sentences one after the other. */
export function paragraph(sentences: readonly Sentence[]): Sentence {
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [' ', ...sentence]));
}

/** `node-ws 1,673 ms`, or other words about it, which lead to its first cell. */
export function named(figure: Figure, text?: string): Sentence {
  return [`${nameOf(figure)} `, figurePart(figure, text)];
}

/** `node-http2 with http2-write=16k`. */
export function nameOf({
  variant,
  arm,
}: {
  readonly variant: { readonly id: string };
  readonly arm: string;
}): string {
  return arm === '' ? variant.id : `${variant.id} with ${arm}`;
}

/** `1,690 ms`, or other words about a figure, which lead to its first cell. */
export function figurePart(figure: Figure, text: string = withUnit(figure)): Inline {
  const [cell] = figure.cells;
  return cell === undefined ? text : { text, cell };
}

/** `1 round; 4 needed`, `1 to 3 rounds; 4 needed`; without `noun` for where the word stands already. */
export function tooFewText(figures: readonly Figure[], noun?: 'round'): string {
  const rounds = figures.map((figure) => figure.rounds);
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const text = noun === undefined ? String(most) : plural(most, noun);
  return `${least === most ? '' : `${least} to `}${text}; ${ENOUGH_ROUNDS} needed`;
}

/** Figures of which something is so, and the others. */
export function split(
  figures: readonly Figure[],
  isSo: (figure: Figure) => boolean,
): [Figure[], Figure[]] {
  return [figures.filter(isSo), figures.filter((each) => !isSo(each))];
}
