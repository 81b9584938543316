import { listed, type Inline, type Sentence } from '../document/block.ts';
import { withUnit } from '../document/figure-text.ts';
import type { Figure } from '../figures/figure.ts';

/** Of more, the ends are told. */
const MOST_LISTED = 6;

/**
 * A sentence that ends with a list of figures; of many with the lowest and the highest, as a part of a list says less.
 * No sentence for none.
 */
export function listing(
  lead: string,
  figures: readonly Figure[],
  words: (figure: Figure) => Sentence,
): Sentence[] {
  if (figures.length === 0) return [];
  if (figures.length <= MOST_LISTED) return [[lead, ...listed(figures.map(words)), '.']];
  const ascending = figures.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const [lowest, highest] = [ascending.slice(0, 1), ascending.slice(-1)].map((end) =>
    end.flatMap(words),
  );
  return [[lead, ...(lowest ?? []), ' to ', ...(highest ?? []), `, of ${figures.length}.`]];
}

/** Sentences one after the other. */
export function paragraph(sentences: readonly Sentence[]): Sentence {
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [' ', ...sentence]));
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

/** Figures of which something is so, and the others. */
export function split(
  figures: readonly Figure[],
  isSo: (figure: Figure) => boolean,
): [Figure[], Figure[]] {
  return [figures.filter(isSo), figures.filter((each) => !isSo(each))];
}
