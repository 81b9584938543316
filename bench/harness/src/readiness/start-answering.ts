import { join } from 'node:path';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess, type ProcessOptions } from '@holbench/process/managed-process';
import { withoutRights } from '@holbench/process/unprivileged';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import { checkOnce, type ReadinessCheck, UNIX, Versions } from './check.ts';

const PROGRAM = join(PROJECT_ROOT, 'bench/harness/src/readiness-main.ts');

/**
 * Starts a server, without root's rights, and asks it, from its own side of the network, until it answers. In a network
 * namespace a separate process asks, because this one is outside; a Unix socket is in none.
 * @param token of the server.
 * @returns it, and the versions that it reports.
 * @throws UserError when it ends before, or does not answer in time; it is stopped then.
 */
export async function startAnswering(
  place: NetworkSide,
  { command, args, ...options }: ProcessOptions,
  check: ReadinessCheck,
  token?: string,
): Promise<{ server: ManagedProcess; versions: Versions }> {
  const inner = await withoutRights(command, args);
  const server = await ManagedProcess.start({
    ...options,
    ...commandIn(place, inner.command, inner.args),
  });
  try {
    const versions =
      place.netns === null || check.origin.startsWith(UNIX)
        ? await waitUntilReady(server, (limit) => checkOnce(check, limit, token), awaitedOf(check))
        : await answerInNamespace(server, check, place, token);
    return { server, versions };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const awaitedOf = ({ protocol }: ReadinessCheck): string => `answer over ${protocol}`;

const Printed = v.pipe(v.string(), v.parseJson(), v.nullable(Versions));

async function answerInNamespace(
  server: ManagedProcess,
  check: ReadinessCheck,
  place: NetworkSide,
  token?: string,
): Promise<Versions> {
  await using checker = await ManagedProcess.start({
    name: `readiness check of the ${server.name}`,
    ...commandIn(place, process.execPath, [PROGRAM, JSON.stringify(check)]),
    logPath: `${server.log.path}.readiness`,
    env: withToken(token),
  });
  return await waitUntilReady(
    server,
    async () => {
      await checker.ended;
      if (checker.ending !== 'exit code 0') throw checker.earlyExit();
      return v.parse(Printed, checker.log.lines().at(-1));
    },
    awaitedOf(check),
  );
}

/** This process's environment with the token of a server, or without the one that it may have itself. */
export function withToken(token: string | undefined): NodeJS.ProcessEnv {
  const { [TOKEN_VARIABLE]: _, ...env } = process.env;
  return token === undefined ? env : { ...env, [TOKEN_VARIABLE]: token };
}
