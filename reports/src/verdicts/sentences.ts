import type { Inline, Sentence } from '../document/block.ts';
import { withUnit } from '../document/figure-text.ts';
import type { Figure } from '../figures/figure.ts';

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
