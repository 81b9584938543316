import { labCommand, runMain } from '@holbench/process/command-line';
import { removeLeftovers } from './clean.ts';
import { addCertify } from './commands/certify.ts';
import { addRun } from './commands/run.ts';
import { describeProfile } from './describe-profile.ts';
import { elevateIfNeeded } from './elevate.ts';
import { NETWORKS, profileNamed } from './profiles.ts';

/** `pnpm netem`: emulated networks without the bench. */
const program = labCommand('netem', 'Emulated networks: measure one, or use it for anything.')
  .enablePositionalOptions()
  .addHelpText(
    'after',
    '\npnpm netem help <command> shows the options of a command, and examples.',
  );
addCertify(program);
addRun(program);
program
  .command('clean')
  .description('Removes leftovers of killed runs: namespaces, emulators, firewall rules.')
  .addHelpText('after', '\nLinks of running processes stay.')
  .action(async () => {
    if ((await elevateIfNeeded('to remove networks')) === 'done') return;
    const removed = removeLeftovers();
    for (const name of removed) console.log(`removed ${name}`);
    if (removed.length === 0) console.log('nothing was left behind');
  });
program
  .command('profiles')
  .description('Lists the known networks, each with the source of its numbers.')
  .option('--json', 'print them as JSON')
  .action(({ json }: { json?: true }) => {
    const known = NETWORKS.map(({ id, ...about }) => ({
      title: about.title,
      source: about.source,
      profile: profileNamed(id),
    }));
    if (json) return console.log(JSON.stringify(known, null, 2));
    for (const { title, source, profile } of known) {
      console.log(`${profile.id.padEnd(22)} ${title}: ${describeProfile(profile)}`);
      console.log(`${' '.repeat(23)}${source}`);
    }
  });

await runMain(async () => {
  await program.parseAsync();
});
