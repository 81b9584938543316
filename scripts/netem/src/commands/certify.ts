import { wholeNumber } from '@holbench/process/command-line';
import type { LinkCertificate } from '@holbench/results/link-certificate';
import type { Command } from 'commander';
import { certifyProfile } from '../certify/certify.ts';
import { formatCertificate } from '../certify/format-certificate.ts';
import { addPreparedOptions, type Prepared, prepare, type PreparedOptions } from './prepare.ts';

interface Options extends PreparedOptions {
  readonly json?: true;
  readonly repeat: number;
}

/** Adds `certify`: makes a network, measures it and compares. */
export function addCertify(program: Command): void {
  const command = program
    .command('certify')
    .description('Makes a network, measures it, and prints configured against measured.')
    .option('--json', 'print one line of JSON for each certificate')
    .option(
      '--repeat <n>',
      'certify so often, each time with the next seed',
      wholeNumber(1, 1000),
      1,
    )
    .addHelpText(
      'after',
      `
Ends with 1 when anything measured is outside of its tolerance.

Examples:
  pnpm netem certify --network 4g
  pnpm netem certify --network 3g --loss 2% --burst 4 --json
  pnpm netem certify --network my-dsl.json --backend rattan --repeat 10`,
    );
  addPreparedOptions(command).action(certify);
}

async function certify(options: Options): Promise<void> {
  await using prepared = await prepare(options, 'pnpm netem certify');
  if (prepared === null) return;
  if (!options.json) console.error(`backend ${prepared.backend.id}: ${prepared.why}`);
  const version = await prepared.backend.version();
  for (let run = 0; run < options.repeat; run += 1) {
    const seed = options.seed + run;
    const certificate = await measured(prepared, seed);
    if (certificate.problems.length > 0) process.exitCode = 1;
    const backend = { id: prepared.backend.id, version, why: prepared.why };
    console.log(
      options.json ? JSON.stringify({ backend, certificate }) : formatCertificate(certificate),
    );
  }
}

/** With a line that says how long it has been going on, where somebody may be watching. */
async function measured({ backend, link }: Prepared, seed: number): Promise<LinkCertificate> {
  const startedAt = performance.now();
  const showSeconds = (): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`\rmeasuring ${link.profile.id}, ${seconds} s `);
  };
  const timer = process.stderr.isTTY ? setInterval(showSeconds, 1000) : undefined;
  try {
    return await certifyProfile(backend, { ...link, seed });
  } finally {
    clearInterval(timer);
    // Back to the beginning of the line, and erase it.
    if (timer) process.stderr.write('\r\u001B[K');
  }
}
