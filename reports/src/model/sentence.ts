/** A part of a sentence: words, or a number with the id of a cell that it comes from. */
export type Part = string | { readonly text: string; readonly cell: string };

/** A sentence made from numbers, which lead to their cells. */
export type Sentence = readonly Part[];

/** For where there are no links: a terminal, Markdown, CSV. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly Sentence[]): Sentence {
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [index === items.length - 1 ? ' and ' : ', ', ...item];
  });
}
