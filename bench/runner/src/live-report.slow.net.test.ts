import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findTools } from '@holbench/harness/tools';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { RUN_FILES } from '@holbench/results/run-files';
import { reportRuns } from '@holbench/reports/report-run';
import { seededRandom } from '@holbench/stats/seeded-random';
import { expect, test } from 'vitest';

const tools = await findTools();
const skipped = tools.chromium === null ? ', skipped: no Chromium' : '';
const random = seededRandom(Date.now());

function bench(...args: readonly string[]): ChildProcess {
  const main = join(import.meta.dirname, 'main.ts');
  return spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
}

/** Every file of a report, by its path. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[path.slice(folder.length), readFileSync(path, 'latin1')]] : [];
    }),
  );
}

const lines = (run: string): number => {
  const path = join(run, RUN_FILES.cells);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
};

test.skipIf(tools.chromium === null).each(['SIGINT', 'SIGKILL', null] as const)(
  `after %s, the report of a run is that of its lines${skipped}`,
  { timeout: 240_000 },
  async (signal) => {
    await using temporary = await temporaryFolder('live-report');
    const run = join(temporary.path, 'run');
    const choice = ['--scenarios', '1a', '--kinds', 'text', '--variants', 'node-http1,node-ws'];
    const process = bench('--preset', 'smoke', ...choice, '--rounds', '2', '--out', run);
    const ended = once(process, 'exit');
    if (signal !== null) {
      // A kill before the first report would leave none.
      const reached = () => (signal === 'SIGKILL' ? lines(run) > 2 : lines(run) > 0);
      while (!reached() && process.exitCode === null) await delay(50);
      await delay(random.below(2_000));
      process.kill(signal);
    }
    await ended;
    const written = join(run, 'report');
    const folders = [run] as const;
    if (signal === 'SIGKILL') {
      // The last round's is there, complete; the next is made from the lines that were kept.
      expect([...filesIn(written).keys()]).toContain('/index.html');
      await reportRuns({ folders });
    }
    const out = join(temporary.path, 'again');
    await reportRuns({ folders, out });
    expect(filesIn(written)).toEqual(filesIn(out));
  },
);
