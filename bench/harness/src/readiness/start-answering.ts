import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess, type ProcessOptions } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { PROJECT_ROOT } from '@holbench/process/project-root';
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
    const asking = place.netns === null ? answerOf : answerInNamespace;
    return { server, versions: await asking(server, check, place) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function answerOf(server: ManagedProcess, check: ReadinessCheck): Promise<Versions> {
  let answer: Versions | null = null;
  await waitUntilReady(server, async (timeoutMs) => {
    answer = await checkOnce(check, timeoutMs);
    return answer !== null;
  });
  return answer ?? {};
}

async function answerInNamespace(
  server: ManagedProcess,
  check: ReadinessCheck,
  place: NetworkSide,
): Promise<Versions> {
  await using checker = await ManagedProcess.start({
    name: `readiness check of the ${server.name}`,
    ...commandIn(place, process.execPath, [PROGRAM, JSON.stringify(check)]),
    logPath: `${server.log.path}.readiness`,
  });
  await waitUntilReady(server, async (timeoutMs) => {
    await Promise.race([checker.ended, wait(timeoutMs, undefined, { ref: false })]);
    if (checker.ending === null) return false;
    if (checker.ending !== 'exit code 0') throw checker.earlyExit();
    return true;
  });
  return v.parse(v.pipe(v.string(), v.parseJson(), Versions), checker.log.lines().at(-1));
}
