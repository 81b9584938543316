import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { checkOnce, ReadinessCheck } from './readiness/check.ts';

/**
 * Asks until the answer comes, prints it as JSON and ends with exit code 0. `startAnswering`
 * starts this in a network namespace. Its argument is a `ReadinessCheck` as JSON.
 */
const INTERVAL_MS = 25;
const TIMEOUT_MS = 1_000;
/** For a killed parent process; a running one gives up earlier. */
const DEADLINE_MS = 30_000;

const check = v.parse(ReadinessCheck, JSON.parse(process.argv[2] ?? 'null'));
const deadline = performance.now() + DEADLINE_MS;
let answer = await checkOnce(check, TIMEOUT_MS);
while (answer === null) {
  if (performance.now() > deadline) throw new Error(`no answer in ${DEADLINE_MS / 1_000} s`);
  await wait(INTERVAL_MS);
  answer = await checkOnce(check, TIMEOUT_MS);
}
console.log(JSON.stringify(answer));
