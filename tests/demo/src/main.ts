import { runLive } from '@holbench/demo/run-live';
import { addProfileOptions, type ProfileOptions } from '@holbench/netem/profile-options';
import { labCommand, listOf, runMain, wholeNumber } from '@holbench/process/command-line';
import { FULL_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { variantIds } from '@holbench/variants/registry';
import { Option } from 'commander';
import { measureFrames } from './measure-frames.ts';

const PORT = 8470;

/** `pnpm measure-page`: what the page of `pnpm demo` needs while it races all lanes at once. */
const command = labCommand(
  'measure-page',
  'Prints the frame rate and memory of the demo’s page, once a minute, while all lanes race.',
)
  .addOption(
    new Option('--minutes <number>', 'minutes of races').argParser(wholeNumber(1, 60)).default(10),
  )
  .addOption(
    new Option('--variants <list>', 'ids of the variants')
      .argParser(listOf('variant', variantIds()))
      .default(variantIds('default'), variantIds('default').join(', ')),
  );
addProfileOptions(command, 'optional');

interface Options extends ProfileOptions {
  readonly minutes: number;
  readonly variants: readonly string[];
}

await runMain(async () => {
  const { minutes, ...options } = command.parse().opts<Options>();
  await runLive({
    ...options,
    port: PORT,
    fileSize: FULL_FILE_BYTES,
    visit: (address, opening) => measureFrames(address, minutes, opening),
  });
});
