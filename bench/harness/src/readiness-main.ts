import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { repeatCheck } from '@holbench/process/wait-until-ready';
import * as v from 'valibot';
import { checkOnce, ReadinessCheck } from './readiness/check.ts';

/**
 * Asks until the answer comes or the time is up, and prints it, or null, as JSON. `startAnswering`
 * starts this in a network namespace. Its argument is a `ReadinessCheck` as JSON.
 */
const check = v.parse(ReadinessCheck, JSON.parse(process.argv[2] ?? 'null'));
const token = process.env[TOKEN_VARIABLE];
console.log(JSON.stringify(await repeatCheck((limit) => checkOnce(check, limit, token))));
