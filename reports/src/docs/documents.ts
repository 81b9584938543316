import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { UserError } from '@holbench/process/user-error';
import { readPublished } from './published.ts';
import { ADDRESSES, readAddresses, runsIn, type Address } from './addresses.ts';
import { historyPage } from './history-page.ts';
import { quotedAt, type Runs } from './quoted.ts';
import { namesIn, withQuotes } from './quotes.ts';
import { runPage } from './run-page.ts';

/** Hand-written documents that may quote a run, by their paths from the project's folder. */
export async function documentPaths(): Promise<string[]> {
  const inDocs = await readdir(join(PROJECT_ROOT, 'docs'), { recursive: true });
  const own = inDocs.filter((path) => path.endsWith('.md') && !path.startsWith('decisions/'));
  return [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...own.map((path) => `docs/${path}`).toSorted(),
    'reports/published/README.md',
    'site/front.md',
  ];
}

/**
 * Documents as they are to be, and the pictures that they quote, by path from the project's folder.
 * @throws UserError that names a quotation without a source, without an end, or that no document has.
 */
export async function documents(): Promise<Map<string, string>> {
  const used = new Set((await texts()).flatMap(([, text]) => namesIn(text)));
  const addresses = await readAddresses();
  const unused = [...addresses.keys()].filter((name) => !used.has(name));
  if (unused.length > 0) throw new UserError(`${ADDRESSES}: no document has ${unused.join(', ')}`);
  const runs = await runsOf([...addresses.values()]);
  const quoted = new Map(
    await Promise.all(
      [...addresses].map(
        async ([name, address]) => [name, await quotedAt(name, address, runs)] as const,
      ),
    ),
  );
  const pictures = [...quoted.values()].flatMap(({ picture }) => picture ?? []);
  // Read again: the runs take half a minute, in which somebody may have saved one.
  return new Map([
    ...(await texts()).map(([path, text]) => [path, withQuotes(text, { path, quoted })] as const),
    ...pictures.map(({ path, svg }) => [path, svg] as const),
    ...(await historyPage()),
  ]);
}

async function texts(): Promise<(readonly [path: string, text: string])[]> {
  const paths = await documentPaths();
  return Promise.all(
    paths.map(async (path) => [path, await readFile(join(PROJECT_ROOT, path), 'utf8')] as const),
  );
}

async function runsOf(addresses: readonly Address[]): Promise<Runs> {
  const names = new Set(addresses.flatMap(runsIn));
  return new Map(
    await Promise.all([...names].map(async (name) => [name, await readPublished(name)] as const)),
  );
}

/** The page of a published run and its pictures, by path from the project's folder. */
export async function runDocuments(name: string): Promise<Map<string, string>> {
  const files = runPage(await readPublished(name));
  return new Map([...files].map(([file, text]) => [`reports/published/${name}/${file}`, text]));
}
