import { wholeNumber } from '@holbench/process/command-line';
import type { Command } from 'commander';
import { certifyProfile } from '../certify/certify.ts';
import { formatCertificate } from '../certify/format-certificate.ts';
import { addPreparedOptions, prepare, type PreparedOptions } from './prepare.ts';

interface Options extends PreparedOptions {
  readonly json?: true;
  readonly repeat: number;
}

export function addCertify(program: Command): void {
  const command = program
    .command('certify')
    .description('Makes a network, measures it, and prints configured against measured.')
    .option('--json', 'print one line of JSON for each certificate')
    .option(
      '--repeat <n>',
      'number of certificates, each with the next seed',
      wholeNumber(1, 1000),
      1,
    )
    .addHelpText(
      'after',
      `
Exit code 1: a quantity is outside its tolerance.

Examples:
  pnpm netem certify --network reference-4g
  pnpm netem certify --network reference-3g --loss 2% --burst 4 --json
  pnpm netem certify --network my-dsl.json --backend rattan --repeat 10`,
    );
  addPreparedOptions(command).action(certify);
}

async function certify(options: Options): Promise<void> {
  await using prepared = await prepare(options, 'pnpm netem certify');
  if (prepared === null) return;
  if (!options.json) {
    const seconds = prepared.link.profile.down.trace ? 30 : 12;
    console.error(
      `backend ${prepared.backend.id}: ${prepared.why}; measuring, up to ${seconds} s each`,
    );
  }
  const version = await prepared.backend.version();
  for (let run = 0; run < options.repeat; run += 1) {
    const seed = options.seed + run;
    const certificate = await certifyProfile(prepared.backend, { ...prepared.link, seed });
    if (certificate.problems.length > 0) process.exitCode = 1;
    const backend = { id: prepared.backend.id, version, why: prepared.why };
    console.log(
      options.json ? JSON.stringify({ backend, certificate }) : formatCertificate(certificate),
    );
  }
}
