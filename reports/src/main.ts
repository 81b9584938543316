import { join, relative } from 'node:path';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { readRun, type Run } from '@holbench/results/run-reader';
import { Command, Option } from 'commander';
import { failureLines } from './failure-lines.ts';
import { newestRun } from './find-runs.ts';
import { buildReport } from './model/report.ts';
import { mergeRuns } from './model/merge-runs.ts';
import { readCompared } from './read-compared.ts';
import { terminalSummary } from './terminal-summary.ts';
import { writeReport } from './write-report.ts';

const RUNS = join(import.meta.dirname, '../runs');

const command = new Command('pnpm report')
  .description('Writes the report of one run, or of several runs of the same workload together.')
  .argument('[run...]', 'run folders (default: the newest run in reports/runs)')
  .addOption(
    new Option('--compare <folder>', 'another run to put beside it; once for each of its shards')
      .argParser((folder: string, earlier: readonly string[]) => [...earlier, folder])
      .default([], 'none'),
  )
  .option('--out <folder>', 'where to write (default: the folder "report" of the first run)');

async function main(): Promise<void> {
  command.parse();
  const [first = await newestRun(RUNS), ...others] = command.args;
  const options = command.opts<{ compare: readonly string[]; out?: string }>();
  const { compare, out = join(first, 'report') } = options;
  const runs: [Run, ...Run[]] = [await readRun(first)];
  for (const folder of others) runs.push(await readRun(folder));
  if (runs.every(({ cells }) => cells.length === 0)) {
    throw new RunFolderError(`${runs.map(({ folder }) => folder).join(', ')}: no finished cell`);
  }
  const report = buildReport(mergeRuns(runs), await readCompared(compare, runs));
  const index = await writeReport(report, out);
  // Names in a run of somebody else may steer a terminal.
  for (const line of terminalSummary(report)) console.log(line.replaceAll(/\p{Cc}+/gu, ' '));
  console.log(relative(process.cwd(), index));
}

try {
  await main();
} catch (error) {
  const debug = (process.env['HOLBENCH_DEBUG'] ?? '') !== '';
  for (const line of failureLines(error, debug)) console.error(line);
  process.exitCode = 1;
}
