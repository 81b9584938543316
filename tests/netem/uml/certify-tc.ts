import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tcBackend } from '@holbench/netem/backends/tc';
import { certifyProfile } from '@holbench/netem/certify/certify';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { UserError } from '@holbench/process/user-error';
import { NetworkProfile } from '@holbench/results/network-profile';
import * as v from 'valibot';
import { sendSteadily } from '../../../scripts/netem/fixtures/test-profiles.ts';

/** Job for the tc of a guest: to certify a profile, or to send this number of packets each way over it. */
const Job = v.object({
  profile: NetworkProfile,
  packets: v.nullable(v.number()),
});
export type Job = v.InferOutput<typeof Job>;

/** `node certify-tc.ts JOB`, to be run inside a guest. Prints JSON. */
const { profile, packets } = v.parse(Job, JSON.parse(process.argv[2] ?? ''));
const unavailable = await tcBackend.whyUnavailable();
if (unavailable !== null) throw new UserError(unavailable);
const logFolder = await mkdtemp(join(tmpdir(), 'holbench-tc-'));
const options = { profile, seed: 7, tcp: DEFAULT_TCP, logFolder };

if (packets === null) {
  console.log(JSON.stringify(await certifyProfile(tcBackend, options)));
} else {
  await using link = await tcBackend.start(options);
  const { down, up } = await sendSteadily(link, packets);
  const arrived = { down: down.arrived, up: up.arrived };
  console.log(JSON.stringify({ version: await tcBackend.version(), arrived }));
}
