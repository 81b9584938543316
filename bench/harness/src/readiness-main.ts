import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { Probe, probeOnce } from './readiness/check.ts';

/**
 * Probes until the answer comes, then ends with exit code 0: what `waitUntilAnswering` starts in a
 * network namespace that it is not in itself. Its argument is a `Probe` as JSON.
 */
const INTERVAL_MS = 25;
const TIMEOUT_MS = 1_000;
/** Only for the case that nobody is left to stop it: whoever started it gives up before. */
const DEADLINE_MS = 30_000;

const probe = v.parse(Probe, JSON.parse(process.argv[2] ?? 'null'));
const deadline = performance.now() + DEADLINE_MS;
while (!(await probeOnce(probe, TIMEOUT_MS))) {
  if (performance.now() > deadline) throw new Error(`no answer in ${DEADLINE_MS / 1_000} s`);
  await wait(INTERVAL_MS);
}
