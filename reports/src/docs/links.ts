import { dirname, join, normalize } from 'node:path';
import { marked } from 'marked';

export interface Link {
  readonly type: 'link' | 'image';
  readonly href: string;
}

/** Links and pictures of a Markdown text; code holds none. */
export function linksIn(text: string): Link[] {
  const links: Link[] = [];
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image')
      links.push({ type: token.type, href: String(token['href']) });
  });
  return links;
}

/** A link of a document, by the path of its target from the project's folder. */
export interface Target {
  readonly path: string;
  /** Without its `#`; null for none. */
  readonly anchor: string | null;
}

/** Where a link leads; null where it leaves the project. */
export function targetOf(document: string, href: string): Target | null {
  if (/^[a-z]+:/.test(href)) return null;
  const [file = '', anchor = null] = href.split('#');
  const path =
    file === '' ? document : normalize(join(dirname(document), decodeURI(file))).replace(/\/$/, '');
  return { path, anchor };
}
