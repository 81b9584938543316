import type { Command } from 'commander';
import { removeLeftovers } from '../clean.ts';
import { elevateIfNeeded } from '../elevate.ts';

/** Adds `clean`: removes what killed runs left. */
export function addClean(program: Command): void {
  program
    .command('clean')
    .description('Removes what a killed run left: namespaces, emulators, firewall rules.')
    .addHelpText('after', '\nWhat belongs to a run that still lives is left alone.')
    .action(async () => {
      if ((await elevateIfNeeded('to remove networks')) === 'done') return;
      const removed = await removeLeftovers();
      for (const name of removed) console.log(`removed ${name}`);
      if (removed.length === 0) console.log('nothing was left behind');
    });
}
