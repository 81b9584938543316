import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replayFiles } from '@holbench/demo/demo-files';
import { onePage } from '@holbench/demo/one-page';
import { buildReport, filesOf } from '@holbench/reports/report-files';
import { mergeRuns } from '@holbench/reports/runs/merge-runs';
import { readReportedRuns } from '@holbench/reports/runs/read-reported-run';
import { UserError } from '@holbench/process/user-error';

/** Files of a run beside its page, by their names. */
export type RunFiles = ReadonlyMap<string, string | Uint8Array>;

export const [REPORT, REPLAY] = ['report.html', 'replay.html'];

/** Of a report: what other programs read. The page itself holds all of its tables and plots. */
const TABLES = ['figures.csv', 'figures.parquet', 'samples.parquet', 'connections.csv'];

/** What `pnpm bench` wrote, with lines compressed; all else in a folder was made from it. */
const RAW = /^manifest\.json$|\.ndjson(?:\.gz)?$/;

/**
 * A published run: its full report, its replay if it has one, and its data.
 * @throws RunFolderError where it cannot be read.
 */
export async function runFiles(folder: string): Promise<RunFiles> {
  const report = buildReport(mergeRuns(await readReportedRuns([folder])), null, {
    commit: null,
    dirty: false,
  });
  const written = filesOf(report);
  const raw = (await readdir(folder)).filter((file) => RAW.test(file)).toSorted();
  return new Map<string, string | Uint8Array>([
    [REPORT, written.get('index.html') ?? ''],
    ...(await replayOf(folder)),
    ...TABLES.flatMap((file): [string, string | Uint8Array][] => {
      const content = written.get(file);
      return content === undefined ? [] : [[`data/${file}`, content]];
    }),
    ...(await Promise.all(
      raw.map(async (file) => [`data/${file}`, await readFile(join(folder, file))] as const),
    )),
  ]);
}

async function replayOf(folder: string): Promise<[string, string][]> {
  try {
    return [[REPLAY, onePage(await replayFiles(folder))]];
  } catch (error) {
    // A run without transfers has nothing to play.
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** A run's page as Markdown, with links to the files beside it. */
export function withFiles(page: string, files: RunFiles): string {
  const replay = files.has(REPLAY) ? ` · [Replay: each message, as it waited](${REPLAY})` : '';
  const links = `**[Full report](${REPORT})**${replay} · [Data](#data)`;
  const data = [...files].filter(([name]) => name.startsWith('data/'));
  const lines = data.map(
    ([name, content]) => `- [${name.slice('data/'.length)}](${name}), ${sizeText(content.length)}`,
  );
  const [title = '', about = '', ...rest] = page.split('\n\n');
  return [title, about, links, ...rest, '## Data', lines.join('\n'), ''].join('\n\n');
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
