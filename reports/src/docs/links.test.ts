import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { expect, test } from 'vitest';

/** Folders whose texts are others', made at run time, or made to test the tools. */
const OTHERS = ['node_modules', '.git', '.tools', 'fixtures', 'runs', 'test-results', 'dist'];
const texts = new Map(
  await Promise.all(
    (await markdownIn('')).map(
      async (path) => [path, await readFile(join(PROJECT_ROOT, path), 'utf8')] as const,
    ),
  ),
);

test.each([...texts.keys()])('every link of %s leads somewhere', async (path) => {
  const broken: string[] = [];
  for (const link of linksIn(texts.get(path) ?? '')) {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), decodeURI(file)));
    const exists = await stat(join(PROJECT_ROOT, target)).then(
      () => true,
      () => false,
    );
    const text = texts.get(target);
    if (!exists || (anchor !== undefined && !(text && anchorsIn(text).has(anchor))))
      broken.push(link);
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

/** Of links to files of the project; code holds none. */
function linksIn(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** As GitHub names its headings: small letters, without signs, `-` for a space, a number for a second one. */
function anchorsIn(text: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...withoutFences(text).matchAll(/^#{1,6} +(.+)$/gm)];
  return new Set(
    headings.map(([, heading = '']) => {
      const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const slug = plain
        .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .trim()
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, '');
}

function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/g, '');
}
