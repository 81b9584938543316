import { cp, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { PUBLISHED, publishedNames } from '@holbench/reports/docs/published';
import { expect, test } from 'vitest';
import { siteFiles, type SiteFiles } from './site-files.ts';

const folders = (await publishedNames()).map((name) => join(PUBLISHED, name));

test('every published run is in the site, every link of it leads somewhere, and it is built alike twice', async () => {
  const { files, leftOut } = await siteFiles(folders);
  expect([...leftOut]).toEqual([]);
  expect(brokenLinks(files)).toEqual([]);
  const again = await siteFiles(folders);
  for (const [path, content] of files) {
    expect(Buffer.from(content).equals(Buffer.from(again.files.get(path) ?? '')), path).toBe(true);
  }
}, 300_000);

test('a damaged run is named and left out', async () => {
  await using folder = await temporaryFolder('site');
  const damaged = join(folder.path, 'damaged');
  await cp(join(PUBLISHED, '../fixtures/run'), damaged, { recursive: true });
  await writeFile(join(damaged, 'manifest.json'), '{');
  const { files, leftOut } = await siteFiles([damaged]);
  expect([...leftOut.keys()]).toEqual(['damaged']);
  expect(files.get('reports/published/index.html')).toContain('<li>damaged: ');
});

function brokenLinks(files: SiteFiles): string[] {
  const pages = [...files].filter(
    ([path]) => path.endsWith('.html') && !path.endsWith('report.html'),
  );
  return pages.flatMap(([path, content]) =>
    [...String(content).matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', anchor] = decodeURI(link).split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      const text = files.get(target);
      const isThere = anchor === undefined || String(text).includes(` id="${anchor}"`);
      return text !== undefined && isThere ? [] : [`${path}: ${link}`];
    }),
  );
}
