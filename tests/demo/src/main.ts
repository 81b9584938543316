import { join } from 'node:path';
import { LOG_FOLDER } from '@holbench/demo/take-screenshot';
import { labCommand, listOf, runMain, wholeNumber } from '@holbench/process/command-line';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { variantIds } from '@holbench/variants/registry';
import { Option } from 'commander';
import { measureFrames } from './measure-frames.ts';

const PORT = '8470';
/** For the bench that it has started, in ms. */
const GRACE_MS = 30_000;

/** `pnpm measure-page`: what the page of `pnpm demo` needs while it shows a run that goes on. */
const command = labCommand(
  'measure-page',
  'Prints the frame rate and memory of the demo’s page, once a minute, while a run goes on.',
)
  .addOption(new Option('--minutes <number>', 'minutes').argParser(wholeNumber(1, 60)).default(3))
  .addOption(
    new Option('--variants <list>', 'ids of the variants')
      .argParser(listOf('variant', variantIds()))
      .default(variantIds('default'), variantIds('default').join(', ')),
  )
  .addOption(new Option('--network <name>', 'network').default('lte'));

interface Options {
  readonly minutes: number;
  readonly variants: readonly string[];
  readonly network: string;
}

await runMain(async () => {
  const { minutes, variants, network } = command.parse().opts<Options>();
  const choice = ['--variants', variants.join(), '--network', network, '--port', PORT];
  await using demo = await ManagedProcess.start({
    name: 'demo',
    command: process.execPath,
    args: [join(PROJECT_ROOT, 'demo/src/main.ts'), ...choice],
    logPath: join(LOG_FOLDER, 'measured.log'),
    graceMs: GRACE_MS,
  });
  const address = await waitUntilReady(
    demo,
    async () => demo.log.lines().find((line) => line.startsWith('http:')) ?? null,
  );
  await measureFrames(address, minutes);
});
