import { relative } from 'node:path';
import { labCommand, RepeatableOption } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { reportRuns } from './report-run.ts';
import { failureLines, type Summary, terminalSummary } from './report-summary.ts';
import { newestRun, runFolder, runHomes } from '@holbench/results/find-runs';

const HOMES = runHomes(PROJECT_ROOT);

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
  const [first = await newestRun(HOMES[0] ?? ''), ...others] = await foldersOf(command.args);
  const { index, summary } = await reportRuns({
    folders: [first, ...others],
    compare: await foldersOf(compare),
    ...(out !== undefined && { out }),
  });
  print(summary, relative(process.cwd(), index), json === true);
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
