import { join, relative } from 'node:path';
import { labCommand, RepeatableOption } from '@holbench/process/command-line';
import { RunFolderError } from '@holbench/results/run-folder-error';
import type { Run } from '@holbench/results/run-reader';
import { buildReport, filesOf } from './report-files.ts';
import { failureLines, type Summary, summaryOf, terminalSummary } from './report-summary.ts';
import { newestRun, runFolder } from './runs/find-runs.ts';
import { readGenerator } from './runs/generator.ts';
import { mergeRuns } from './runs/merge-runs.ts';
import { readCompared } from './runs/read-compared.ts';
import { readReportedRun } from './runs/read-reported-run.ts';
import { writeReport } from './write-report.ts';

const RUNS = join(import.meta.dirname, '../runs');
/** Where a run is found by its name. */
const HOMES = [RUNS, join(import.meta.dirname, '../published')];

interface Options {
  readonly compare: readonly string[];
  readonly out?: string;
  readonly json?: true;
}

const command = labCommand(
  'report',
  'Writes the report of one run, or of several runs of the same workload together.',
)
  .argument(
    '[run...]',
    'run folders, or names of runs in reports/runs or reports/published (default: the newest run)',
  )
  .addOption(
    new RepeatableOption(
      '--compare <run>',
      'another run to put beside it; once for each of its shards',
    ).default([], 'none'),
  )
  .option('--out <folder>', 'output folder (default: the folder "report" of the first run)')
  .option('--json', 'summary as one line of JSON, instead of text');

async function main(): Promise<void> {
  command.parse();
  const { compare, out, json } = command.opts<Options>();
  if (out === '') throw new RunFolderError('--out: expected a folder, got nothing');
  const [first = await newestRun(RUNS), ...others] = await foldersOf(command.args);
  const runs: [Run, ...Run[]] = [await readReportedRun(first)];
  for (const folder of others) runs.push(await readReportedRun(folder));
  if (runs.every(({ cells }) => cells.length === 0)) {
    const folders = runs.map(({ folder }) => folder).join(', ');
    const isOpen = runs.some(({ manifest }) => manifest.endedAt === null);
    const remedy = isOpen ? `go on with it: pnpm bench --resume ${first}` : 'start a new run';
    throw new RunFolderError(`${folders}: no finished cell; ${remedy}`);
  }
  const compared = await readCompared(await foldersOf(compare), runs);
  const report = buildReport(mergeRuns(runs), compared, await readGenerator());
  const index = await writeReport(filesOf(report), out ?? join(first, 'report'));
  print(summaryOf(report), relative(process.cwd(), index), json === true);
}

function foldersOf(names: readonly string[]): Promise<string[]> {
  return Promise.all(names.map((name) => runFolder(name, HOMES)));
}

function print(summary: Summary, path: string, json: boolean): void {
  const lines = json ? [JSON.stringify({ path, ...summary })] : [...terminalSummary(summary), path];
  // Names in a run of somebody else may steer a terminal.
  for (const line of lines) console.log(line.replaceAll(/\p{Cc}+/gu, ' '));
}

try {
  await main();
} catch (error) {
  const debug = (process.env['HOLBENCH_DEBUG'] ?? '') !== '';
  for (const line of failureLines(error, debug)) console.error(line);
  process.exitCode = 1;
}
