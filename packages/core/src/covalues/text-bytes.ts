import type { Mutation } from '@holbench/protocol/covalue';

/** Memory of texts, at most: two bytes for each character. */
export function textBytes({
  author,
  title,
  summary,
  preview,
}: Omit<Mutation, 'attachment'>): number {
  const length = (text = ''): number => text.length;
  return 2 * (length(author) + length(title) + length(summary) + length(preview));
}
