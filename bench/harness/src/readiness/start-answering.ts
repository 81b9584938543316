import { join } from 'node:path';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess, type ProcessOptions } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import * as v from 'valibot';
import { checkOnce, type ReadinessCheck, Versions } from './check.ts';

const PROGRAM = join(PROJECT_ROOT, 'bench/harness/src/readiness-main.ts');

/**
 * Starts a server and asks it, from its own side of the network, until it answers. In a network
 * namespace a separate process asks, because this one is outside.
 * @returns it, and the versions that it reports.
 * @throws UserError when it ends before, or does not answer in time; it is stopped then.
 */
export async function startAnswering(
  place: NetworkSide,
  { command, args, ...options }: ProcessOptions,
  check: ReadinessCheck,
): Promise<{ server: ManagedProcess; versions: Versions }> {
  const server = await ManagedProcess.start({ ...options, ...commandIn(place, command, args) });
  try {
    const versions =
      place.netns === null
        ? await waitUntilReady(server, (limit) => checkOnce(check, limit))
        : await answerInNamespace(server, check, place);
    return { server, versions };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const Printed = v.pipe(v.string(), v.parseJson(), v.nullable(Versions));

async function answerInNamespace(
  server: ManagedProcess,
  check: ReadinessCheck,
  place: NetworkSide,
): Promise<Versions> {
  const { command, args } = commandIn(place, process.execPath, [PROGRAM, JSON.stringify(check)]);
  const asking = new AbortController();
  const printed = runTool(command, args, { signal: asking.signal });
  const answer = printed.then((text) => v.parse(Printed, text));
  try {
    return await waitUntilReady(server, () => answer);
  } finally {
    asking.abort();
  }
}
