import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import {
  addProfileOptions,
  NETWORK_FLAGS,
  type ProfileOptions,
} from '@holbench/netem/profile-options';
import {
  fileSizeOption,
  labCommand,
  listOf,
  notEmpty,
  runMain,
  wholeNumber,
} from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { FULL_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { variantIds } from '@holbench/variants/registry';
import { Option } from 'commander';
import { exposureOf } from './live/exposure.ts';
import { runExposed } from './run-exposed.ts';
import { type LiveOptions, runLive } from './run-live.ts';
import { runReplay, type ReplayChoice } from './run-replay.ts';

const PORT = 8460;

/** `pnpm demo`: a live race of servers, or the replay of a run. */
const command = labCommand(
  'demo',
  'Shows in the browser how small messages wait beside a big transfer: live, or in a run that was measured.',
)
  .addOption(
    new Option('--variants <list>', 'live: ids of the variants')
      .argParser(listOf('variant', variantIds()))
      .default(variantIds('default'), variantIds('default').join(', ')),
  )
  .addOption(
    new Option(
      '--replay <run>',
      'run folder, or name of a run in reports/runs or reports/published, to play instead',
    )
      .argParser(notEmpty)
      .conflicts(['variants', 'fileSize', ...NETWORK_FLAGS]),
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
    new Option(
      '--expose <address>',
      'live: IPv4 address of this machine to listen on, for a browser on another machine; needs a token',
    ).argParser(notEmpty),
  )
  .addOption(
    new Option(
      '--token <token>',
      'token that every request needs with --expose (default: HOLBENCH_DEMO_TOKEN, which ps does not show)',
    ),
  )
  .addOption(
    new Option('--port <port>', 'port of the page; 0: a free one, with --replay')
      .argParser(wholeNumber(0, 65_535))
      .default(PORT),
  )
  .addOption(fileSizeOption().default(FULL_FILE_BYTES, '50MiB'));
addProfileOptions(command, 'optional');

/** @throws UserError before a race is run for it. */
function assertPicture(path: string): void {
  if (extname(path) !== '.png') throw new UserError(`--screenshot ${path}: name a file .png`);
  const folder = statSync(dirname(resolve(path)), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) throw new UserError(`--screenshot ${path}: there is no such folder`);
}

type Options = ProfileOptions &
  LiveOptions &
  Partial<ReplayChoice> & { readonly expose?: string; readonly token?: string };

await runMain(async () => {
  const options = command.parse().opts<Options>();
  const { replay } = options;
  const exposure = exposureOf(options);
  if (options.screenshot !== undefined) assertPicture(options.screenshot);
  if (replay === undefined && options.build !== undefined) {
    throw new UserError('--build needs a run; add --replay RUN');
  }
  if (replay === undefined && options.port === 0) {
    throw new UserError('--port 0: servers let one origin frame them; name a port');
  }
  if (exposure !== null) return runExposed(options, exposure);
  return replay === undefined ? runLive(options) : runReplay({ ...options, replay });
});
