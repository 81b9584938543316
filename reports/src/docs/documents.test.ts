import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { expect, test } from 'vitest';
import { documentPaths, documents, runDocuments } from './documents.ts';
import { publishedNames } from './published.ts';
import { withoutQuotes } from './quotes.ts';

const REMEDY = 'write it again: pnpm run docs';
/** Documents that tell a reader what to choose: every time and rate in them comes from a run. */
const ADVICE = ['README.md', 'docs/choose-a-transport.md'];
const FIGURE = /[\d,.]*\d (?:ms|s|Mbit\/s|%)(?![\w%])/g;

const written = await documents();

test.each([...written.keys()])('%s says what its runs say', async (path) => {
  expect(await stored(path), REMEDY).toBe(written.get(path));
});

test('no picture is stored that no document shows', async () => {
  const pictures = await readdir(join(PROJECT_ROOT, 'docs/pictures'));
  const texts = await Promise.all((await documentPaths()).map(stored));
  expect(
    pictures.filter((name) => !texts.some((text) => text?.includes(`pictures/${name})`))),
  ).toEqual([]);
});

/** Markdown takes such a line for HTML: it would end the paragraph, and show marks as they are written. */
test('no line of a paragraph begins with a quote’s comment', async () => {
  const begun = await Promise.all(
    (await documentPaths()).map(async (path) =>
      ((await stored(path)) ?? '').split('\n').flatMap((line) => {
        const isBegun = /^[ >]*(?:[-*] |\d+\. )?<!--[^/>]+-->\S/.test(line);
        return isBegun ? [`${path}: ${line}`] : [];
      }),
    ),
  );
  expect(begun.flat()).toEqual([]);
});

test.each(ADVICE)('every time, rate and share in %s is quoted from a run', async (path) => {
  expect(withoutQuotes((await stored(path)) ?? '').match(FIGURE) ?? []).toEqual([]);
});

test('each published run has a page, and a row in the list', async () => {
  const list = (await stored('reports/published/README.md')) ?? '';
  for (const name of await publishedNames()) {
    expect(await stored(`reports/published/${name}/README.md`), name).not.toBeNull();
    expect(list).toContain(`(${name})`);
  }
});

/** The newest run; the slow tests have all of them. */
test('the page of a published run is what its report says first', async () => {
  const newest = (await publishedNames()).at(-1) ?? '';
  for (const [path, text] of await runDocuments(newest)) {
    expect(await stored(path), REMEDY).toBe(text);
  }
});

function stored(path: string): Promise<string | null> {
  return readFile(join(PROJECT_ROOT, path), 'utf8').catch(() => null);
}
