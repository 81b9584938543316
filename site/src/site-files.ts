import { basename, dirname } from 'node:path';
import { targetOf } from '@holbench/reports/docs/links';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { markdownPage, type Place } from './markdown-page.ts';
import { FRONT, linkedFrom, linkTo, pageOf } from './project-files.ts';
import { withFiles, REPLAY, runFiles, type RunFiles } from './run-files.ts';

/** Files of the site by their paths. */
export type SiteFiles = ReadonlyMap<string, string | Uint8Array>;

export interface Site {
  readonly files: SiteFiles;
  /** Runs that cannot be read, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
}

const RUNS = 'reports/published';
/** The run that visitors watch first. */
const WATCHED = `${RUNS}/2026-11-28-default/${REPLAY}`;

/** What every page leads to, by paths in the site. */
const PLACES: readonly (readonly [string, string])[] = [
  ['holbench', 'index.html'],
  ['Which transport?', 'docs/choose-a-transport.html'],
  ['Results', 'docs/results.html'],
  ['Findings', 'docs/findings/index.html'],
  ['Releases', 'docs/history.html'],
  ['Watch', WATCHED],
  ['Runs', `${RUNS}/index.html`],
  ['Install', 'README.html'],
  ['Documents', 'docs/index.html'],
];

/**
 * Every file of the site: the documents that the front page leads to, and runs.
 * @param folders of runs.
 * @param onRun is told of each run before it is read.
 */
export async function siteFiles(
  folders: readonly string[],
  onRun: (name: string, index: number) => void = () => {},
): Promise<Site> {
  const runs = new Map<string, RunFiles>();
  const leftOut = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    const name = basename(folder);
    onRun(name, index);
    try {
      runs.set(name, await runFiles(folder));
    } catch (error) {
      if (!(error instanceof RunFolderError)) throw error;
      leftOut.set(name, error.message.replace(folder, name));
    }
  }
  const ofRuns = [...runs].flatMap(([name, files]) =>
    [...files].map(([file, content]) => [`${RUNS}/${name}/${file}`, content] as const),
  );
  const isLeftOut = (path: string) =>
    [...leftOut.keys()].some((name) => path.startsWith(`${RUNS}/${name}/`));
  const { documents, others } = await linkedFrom(FRONT, isLeftOut);
  const there = new Set([
    ...[...documents.keys()].map(pageOf),
    ...others.keys(),
    ...ofRuns.map(([path]) => path),
  ]);
  const pages = [...documents].map(([path, text]) => {
    const markdown = completed(path, text, { runs, leftOut });
    return [pageOf(path), pageText(path, markdown, { there, documents })] as const;
  });
  return { files: new Map([...pages, ...others, ...ofRuns]), leftOut };
}

/** A document with what only the site has: the files of a run, and which runs are missing. */
function completed(
  path: string,
  text: string,
  { runs, leftOut }: { runs: ReadonlyMap<string, RunFiles>; leftOut: ReadonlyMap<string, string> },
): string {
  if (path === `${RUNS}/README.md`) {
    const missing = [...leftOut].map(([name, why]) => `- ${name}: ${why}`);
    return missing.length === 0 ? text : `${text}\n## Left out\n\n${missing.join('\n')}\n`;
  }
  const own = runs.get(basename(dirname(path)));
  return dirname(dirname(path)) === RUNS && own ? withFiles(text, own) : text;
}

function pageText(
  path: string,
  markdown: string,
  { there, documents }: { there: ReadonlySet<string>; documents: ReadonlyMap<string, string> },
): string {
  const page = pageOf(path);
  const places = PLACES.filter(([, to]) => there.has(to)).map(([title, to]): Place => ({
    title,
    href: linkTo(page, to),
    isHere: to === page,
  }));
  const hrefOf = (href: string): string | null => {
    const target = targetOf(path, href);
    if (target === null || target.path === path) return href;
    const document = [target.path, `${target.path}/README.md`].find((each) => documents.has(each));
    const to = document === undefined ? target.path : pageOf(document);
    const anchor = target.anchor === null ? '' : `#${target.anchor}`;
    return there.has(to) ? `${linkTo(page, to)}${anchor}` : null;
  };
  return markdownPage({ markdown, places, hrefOf });
}
