import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { addProfileOptions, NETWORK_FLAGS } from '@holbench/netem/profile-options';
import { labCommand, listOf, notEmpty, runMain, wholeNumber } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { variantIds } from '@holbench/variants/registry';
import { Option } from 'commander';
import { runReplay, type ReplayChoice } from './run-replay.ts';
import { runWatched, type WatchedOptions } from './run-watched.ts';

const PORT = 8460;

/** `pnpm demo`: a run that goes on, or one that was measured. */
const command = labCommand(
  'demo',
  'Shows in the browser how small messages wait beside a big transfer: in a bench that runs, or in a run that was measured.',
)
  .addOption(
    new Option('--variants <list>', 'ids of the variants that race')
      .argParser(listOf('variant', variantIds()))
      .default(variantIds('default'), variantIds('default').join(', ')),
  )
  .addOption(
    new Option(
      '--replay <run>',
      'run folder, or name of a run in reports/runs or reports/published, to play instead',
    )
      .argParser(notEmpty)
      .conflicts(['variants', ...NETWORK_FLAGS]),
  )
  .addOption(
    new Option(
      '--build <folder>',
      'with --replay: write the page with the run into a new folder, as one file that opens from disk, and end',
    )
      .argParser(notEmpty)
      .conflicts('screenshot'),
  )
  .addOption(
    new Option(
      '--screenshot <file>',
      'write a picture of the page (PNG) at the end of a race, and end',
    ).argParser(notEmpty),
  )
  .addOption(
    new Option('--port <port>', 'port of the page; 0: a free one')
      .argParser(wholeNumber(0, 65_535))
      .default(PORT),
  );
addProfileOptions(command, 'optional');

/** @throws UserError before a race is run for it. */
function assertPicture(path: string): void {
  if (extname(path) !== '.png') throw new UserError(`--screenshot ${path}: name a file .png`);
  const folder = statSync(dirname(resolve(path)), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) throw new UserError(`--screenshot ${path}: there is no such folder`);
}

type Options = WatchedOptions & Partial<ReplayChoice>;

await runMain(async () => {
  const options = command.parse().opts<Options>();
  const { replay } = options;
  if (options.screenshot !== undefined) assertPicture(options.screenshot);
  if (replay === undefined && options.build !== undefined) {
    throw new UserError('--build needs a run; add --replay RUN');
  }
  return replay === undefined ? runWatched(options) : runReplay({ ...options, replay });
});
