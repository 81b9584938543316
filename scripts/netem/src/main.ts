import { labCommand, runMain } from '@holbench/process/command-line';
import { addCertify } from './commands/certify.ts';
import { addClean } from './commands/clean.ts';
import { addProfiles } from './commands/profiles.ts';
import { addRun } from './commands/run.ts';

/** `pnpm netem`: the emulated networks by themselves, without the bench. */
const program = labCommand('netem', 'Emulated networks: measure one, or use it for anything.')
  .enablePositionalOptions()
  .addHelpText(
    'after',
    '\npnpm netem help <command> shows the options of a command, and examples.',
  );
addCertify(program);
addRun(program);
addClean(program);
addProfiles(program);

await runMain(async () => {
  await program.parseAsync();
});
