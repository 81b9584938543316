import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import GithubSlugger from 'github-slugger';
import { marked, type Token } from 'marked';
import { expect, test } from 'vitest';
import { linksIn, targetOf } from './links.ts';

/** Folders whose texts are others', made at run time, or made to test the tools. */
const OTHERS = [
  'node_modules',
  '.cache',
  '.git',
  '.tools',
  'fixtures',
  'runs',
  'test-results',
  'dist',
];
const texts = new Map(
  await Promise.all(
    (await markdownIn('')).map(
      async (path) => [path, await readFile(join(PROJECT_ROOT, path), 'utf8')] as const,
    ),
  ),
);

test.each([...texts.keys()])('every link of %s leads somewhere', async (path) => {
  const broken: string[] = [];
  for (const { href } of linksIn(texts.get(path) ?? '')) {
    const target = targetOf(path, href);
    if (target === null) continue;
    expect(target.path, 'a link must not leave the project').not.toMatch(/^\.\./);
    const exists = await stat(join(PROJECT_ROOT, target.path)).then(
      () => true,
      () => false,
    );
    const text = texts.get(target.path);
    if (!exists || (target.anchor !== null && !(text && anchorsIn(text).has(target.anchor))))
      broken.push(href);
  }
  expect(broken).toEqual([]);
});

async function markdownIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(PROJECT_ROOT, folder), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return OTHERS.includes(entry.name) ? [] : markdownIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

/** As GitHub names its headings. */
function anchorsIn(text: string): Set<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'heading') anchors.add(slugger.slug(plain(token.tokens)));
  });
  return anchors;
}

function plain(tokens: readonly Token[] = []): string {
  return tokens.map((token) => ('tokens' in token ? plain(token.tokens) : token.raw)).join('');
}
