import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { linksIn, targetOf } from '@holbench/reports/docs/links';

/** The page that visitors see first. */
export const FRONT = 'site/front.md';

/** Path in the site of a page that stands as Markdown in the project. */
export function pageOf(path: string): string {
  if (path === FRONT) return 'index.html';
  return path.replace(/\/README\.md$/, '/index.html').replace(/\.md$/, '.html');
}

/** The way from one page of the site to a file of it, as a link. */
export function linkTo(page: string, target: string): string {
  return encodeURI(posix.relative(posix.dirname(page), target));
}

/** Small files that are read as they are: how to cite, and a program of a finding. */
const PLAIN = /\.(?:cff|mjs)$/;

/** Documents, and pictures and small files, that a document leads to, by the ways of its links. */
export interface Linked {
  /** Texts by their paths from the project's folder. */
  readonly documents: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, Uint8Array>;
}

/**
 * Follows the links of documents, from the front page on.
 * @param isLeftOut paths of documents that no link may lead to.
 */
export async function linkedFrom(
  start: string,
  isLeftOut: (path: string) => boolean,
): Promise<Linked> {
  const documents = new Map<string, string>();
  const others = new Map<string, Uint8Array>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const text = await readFile(join(PROJECT_ROOT, path), 'utf8');
    documents.set(path, text);
    for (const { type, href } of linksIn(text)) {
      const target = targetOf(path, href);
      if (target === null) continue;
      if (type === 'image' || PLAIN.test(target.path)) {
        others.set(target.path, await readFile(join(PROJECT_ROOT, target.path)));
        continue;
      }
      const next = await documentAt(target.path);
      if (next !== null && !documents.has(next) && !open.includes(next) && !isLeftOut(next))
        open.push(next);
    }
  }
  return { documents, others };
}

/** A document itself, or that of a folder; null for everything else, as code. */
async function documentAt(path: string): Promise<string | null> {
  if (path.endsWith('.md')) return path;
  const own = join(path, 'README.md');
  const found = await stat(join(PROJECT_ROOT, own)).catch(() => null);
  return found === null ? null : own;
}
