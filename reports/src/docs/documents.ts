import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { PUBLISHED, readPublished } from './published.ts';
import { picturesIn, runsIn, withQuotes } from './quotes.ts';
import { runPage } from './run-page.ts';

/** Hand-written documents that may quote a run, by their paths from the project's folder. */
export async function documentPaths(): Promise<string[]> {
  const inDocs = await readdir(join(PROJECT_ROOT, 'docs'), { recursive: true });
  const own = inDocs.filter((path) => path.endsWith('.md') && !path.startsWith('decisions/'));
  return [
    'README.md',
    ...own.map((path) => `docs/${path}`).toSorted(),
    'reports/published/README.md',
  ];
}

/** Documents as they are to be, and the pictures that they quote, by path from the project's folder. */
export async function documents(): Promise<Map<string, string>> {
  const paths = await documentPaths();
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(PROJECT_ROOT, path), 'utf8')] as const),
  );
  const names = new Set(texts.flatMap(([, text]) => runsIn(text)));
  const runs = new Map(
    await Promise.all([...names].map(async (name) => [name, await readPublished(name)] as const)),
  );
  return new Map(
    texts.flatMap(([path, text]) => [
      [path, withQuotes(text, { path, runs })] as const,
      ...picturesIn(text, runs),
    ]),
  );
}

/** Names of the published runs. */
export async function publishedNames(): Promise<string[]> {
  const entries = await readdir(PUBLISHED, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The page of a published run and its pictures, by path from the project's folder. */
export async function runDocuments(name: string): Promise<Map<string, string>> {
  const files = runPage(await readPublished(name));
  return new Map([...files].map(([file, text]) => [`reports/published/${name}/${file}`, text]));
}
