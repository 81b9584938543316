import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import type { LinkCertificate } from '@holbench/results/link-certificate';
import { NetworkProfile } from '@holbench/results/network-profile';
import * as v from 'valibot';
import { sendSteadily } from '../src/backends/acceptance/test-profiles.ts';
import { tcBackend } from '../src/backends/tc.ts';
import { certifyProfile } from '../src/certify/certify.ts';
import { DEFAULT_TCP } from '../src/tcp-options.ts';

/** Job for the tc of a guest. */
const Job = v.object({
  /** Profiles to certify. */
  certify: v.array(NetworkProfile),
  /** Profile over which to send this number of packets each way. */
  send: v.object({ profile: NetworkProfile, packets: v.number() }),
});
export type Job = v.InferOutput<typeof Job>;

const MOST_TRIES = 3;

/** `node certify-tc.ts JOB`, to be run inside a guest. Prints JSON. */
const { certify, send } = v.parse(Job, JSON.parse(process.argv[2] ?? ''));
const unavailable = await tcBackend.whyUnavailable();
if (unavailable !== null) throw new UserError(unavailable);
const logFolder = await mkdtemp(join(tmpdir(), 'holbench-tc-'));
const fixed = { seed: 7, tcp: DEFAULT_TCP, logFolder };

const certificates = [];
for (const profile of certify) certificates.push(await certified(profile));

await using link = await tcBackend.start({ profile: send.profile, ...fixed });
const { down, up } = await sendSteadily(link, send.packets);
const arrived = { down: down.arrived, up: up.arrived };

console.log(JSON.stringify({ version: await tcBackend.version(), certificates, arrived }));

/**
 * A busy host takes the guest its only CPU for longer than a reading lasts, and a later one is right. A
 * link that is not what it is configured to be stays so.
 */
async function certified(profile: NetworkProfile): Promise<LinkCertificate> {
  let certificate: LinkCertificate;
  let tries = 0;
  do {
    certificate = await certifyProfile(tcBackend, { profile, ...fixed });
    tries += 1;
  } while (certificate.problems.length > 0 && tries < MOST_TRIES);
  return certificate;
}
