import { join } from 'node:path';
import type { LinkCertificate, LinkReading } from '@holbench/results/link-certificate';
import type { Backend, Link, LinkOptions } from '../backend.ts';
import { measureLink } from './measure-link.ts';
import { problemsOf } from './findings.ts';

/** Offset of the repetition's seed: larger than the rounds of any run. */
const NEXT_SEED = 1_000_003;

/**
 * Measures a profile as a backend emulates it, on a separate link. A reading outside tolerance is
 * repeated on a fresh link with another seed. The loss of a correct link is outside its 99 %
 * interval in two of a hundred readings, one per direction. Twice in a row: in one of 2500.
 * @throws UserError when the link cannot be made or measured.
 */
export async function certifyProfile(
  backend: Backend,
  options: LinkOptions,
): Promise<LinkCertificate> {
  const { profile, seed } = options;
  const first = await measureFresh(backend, options);
  let problems = problemsOf(profile, first);
  const readings = [first];
  if (problems.length > 0) {
    const again = { seed: seed + NEXT_SEED, logFolder: join(options.logFolder, 'repeated') };
    const second = await measureFresh(backend, { ...options, ...again });
    problems = problemsOf(profile, second);
    readings.push(second);
  }
  return { profile, backend: backend.id, seed, readings, problems };
}

async function measureFresh(backend: Backend, options: LinkOptions): Promise<LinkReading> {
  await using link = await backend.start(options);
  return await measureLink(link, 'full');
}

/**
 * Checks a running, idle link in about a second.
 * @param seed with which the link was started, for the certificate.
 * @throws UserError when it cannot be measured.
 */
export async function checkLink(link: Link, seed: number): Promise<LinkCertificate> {
  const { profile, backend } = link;
  const reading = await measureLink(link, 'check');
  return { profile, backend, seed, readings: [reading], problems: problemsOf(profile, reading) };
}
