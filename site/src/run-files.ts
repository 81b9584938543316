import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replayOf } from '@holbench/demo/demo-files';
import { onePage } from '@holbench/demo/one-page';
import { wholeReport } from '@holbench/reports/docs/published';
import { formatBytes } from '@holbench/reports/document/format';
import { filesOf } from '@holbench/reports/report-files';

/** Files of a run beside its page, by their names. */
export type RunFiles = ReadonlyMap<string, string | Uint8Array>;

export const [REPORT, REPLAY] = ['report.html', 'replay.html'];

/** Of a report: what other programs read. The page itself holds all of its tables and plots. */
const TABLES = ['figures.csv', 'figures.parquet', 'samples.parquet', 'connections.csv'];

/** What `pnpm bench` wrote, with lines compressed; all else in a folder was made from it. */
const RAW = /^manifest\.json$|\.ndjson(?:\.gz)?$/;

/**
 * A published run: its full report, its replay if it has one, and its data.
 * @throws RunFolderError as `wholeReport`; UserError where the page of replays is not built.
 */
export async function runFiles(folder: string): Promise<RunFiles> {
  const report = await wholeReport([folder]);
  const written = filesOf(report);
  const replay = await replayOf(report);
  const raw = (await readdir(folder)).filter((file) => RAW.test(file)).toSorted();
  return new Map<string, string | Uint8Array>([
    [REPORT, written.get('index.html') ?? ''],
    ...(replay === null ? [] : [[REPLAY, onePage(replay)] as const]),
    ...TABLES.flatMap((file): [string, string | Uint8Array][] => {
      const content = written.get(file);
      return content === undefined ? [] : [[`data/${file}`, content]];
    }),
    ...(await Promise.all(
      raw.map(async (file) => [`data/${file}`, await readFile(join(folder, file))] as const),
    )),
  ]);
}

/** A run's page as Markdown, with links to the files beside it. */
export function withFiles(page: string, files: RunFiles): string {
  const replay = files.has(REPLAY) ? ` · [Replay: each message, as it waited](${REPLAY})` : '';
  const links = `**[Full report](${REPORT})**${replay} · [Data](#data)`;
  const data = [...files].filter(([name]) => name.startsWith('data/'));
  const lines = data.map(
    ([name, content]) =>
      `- [${name.slice('data/'.length)}](${name}), ${formatBytes(content.length)}`,
  );
  const [title = '', about = '', ...rest] = page.split('\n\n');
  return [title, about, links, ...rest, '## Data', lines.join('\n'), ''].join('\n\n');
}
