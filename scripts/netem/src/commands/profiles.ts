import type { Command } from 'commander';
import { describeProfile } from '../describe-profile.ts';
import { NETWORKS, profileNamed } from '../profiles.ts';

/** Adds `profiles`: the networks that have a name. */
export function addProfiles(program: Command): void {
  program
    .command('profiles')
    .description('Lists the known networks.')
    .option('--json', 'print them as JSON')
    .action(({ json }: { json?: true }) => {
      const known = NETWORKS.map(({ id, title }) => ({ title, profile: profileNamed(id) }));
      if (json) return console.log(JSON.stringify(known, null, 2));
      for (const { title, profile } of known) {
        console.log(`${profile.id.padEnd(13)} ${title}: ${describeProfile(profile)}`);
      }
    });
}
