import { UserError } from '@holbench/process/user-error';
import { ADDRESSES } from './addresses.ts';
import type { Quoted } from './quoted.ts';

/** What a document has from the reports of published runs stands between `<!--NAME-->` and `<!--/-->`. */
const QUOTE = /<!--([a-z0-9][a-z0-9.+-]*)-->((?:(?!<!--)[^])*)<!--\/-->/g;
/** One of both without the other. */
const STRAY = /<!--(?:[a-z0-9][a-z0-9.+-]*|\/)-->/;

/** Names that a document quotes. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(QUOTE)].map(([, name = '']) => name);
}

/**
 * A document with what its runs say now.
 * @param path of the document, from the project's folder.
 * @throws UserError that names a quotation without a source, or without an end.
 */
export function withQuotes(
  text: string,
  { path, quoted }: { path: string; quoted: ReadonlyMap<string, Quoted> },
): string {
  const [stray] = STRAY.exec(withoutQuotes(text)) ?? [];
  if (stray !== undefined) throw new UserError(`${path}: ${stray} belongs to no pair of comments`);
  return text.replaceAll(QUOTE, (_, name: string) => {
    const own = quoted.get(name);
    if (own === undefined) throw new UserError(`${path}: ${ADDRESSES} has no "${name}"`);
    return `<!--${name}-->${own.text(path)}<!--/-->`;
  });
}

/** The same without what is quoted: what somebody wrote. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(QUOTE, '');
}
