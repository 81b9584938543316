import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { LinkCertificate, type LinkReading } from '@holbench/results/link-certificate';
import * as v from 'valibot';
import type { Backend, Link, LinkOptions } from '../backend.ts';
import { measureLink } from './measure-link.ts';
import { problemsOf } from './findings.ts';

const KEPT = join(PROJECT_ROOT, '.cache/netem/certificates');

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

/**
 * The certificate of a network before its cells. That of a trace takes half a minute, so it is taken once and kept, by
 * profile (with the hash of its trace) and version of the emulator; the checks around cells compare bytes.
 * @throws UserError as `certifyProfile`.
 */
export async function certifyOnce(
  backend: Backend,
  options: LinkOptions,
): Promise<LinkCertificate> {
  const { profile, tcp } = options;
  if (!profile.down.trace) return certifyProfile(backend, options);
  const of = JSON.stringify([profile, await backend.version(), tcp]);
  const path = join(KEPT, `${createHash('sha256').update(of).digest('hex')}.json`);
  const kept = await readFile(path, 'utf8').catch(() => null);
  const read =
    kept === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), LinkCertificate), kept);
  if (read?.success) return read.output;
  const certificate = await certifyProfile(backend, options);
  if (certificate.problems.length === 0) {
    await mkdir(KEPT, { recursive: true });
    await writeFile(path, JSON.stringify(certificate));
  }
  return certificate;
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
