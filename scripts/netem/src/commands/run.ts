import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import { findOnPath, isExecutable } from '@holbench/process/find-on-path';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { runTool } from '@holbench/process/run-tool';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { type Command, Option } from 'commander';
import type { Link } from '../backend.ts';
import { describeProfile } from '../describe-profile.ts';
import { addPreparedOptions, LOG_FOLDER, prepare, type PreparedOptions } from './prepare.ts';
import { runInForeground } from './run-in-foreground.ts';

interface Options extends PreparedOptions {
  readonly side: 'client' | 'server';
  readonly peer?: string;
}

const PEER_LOG = join(LOG_FOLDER, 'peer.log');

export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('Runs any command inside an emulated network.')
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
    .addOption(
      new Option('--side <side>', 'side on which the command runs')
        .choices(['client', 'server'])
        .default('client'),
    )
    .option('--peer <command>', 'command for the other side, run by sh -c')
    .addHelpText(
      'after',
      `
The addresses of the sides are in HOLBENCH_CLIENT and HOLBENCH_SERVER; their names are client.holbench
and server.holbench. The command has this terminal, and its exit code is passed on. It starts when
the peer listens on a socket; the peer is stopped when it ends. Log of the peer: ${relative('', PEER_LOG)}.

Examples:
  pnpm netem run --network reference-4g --peer 'iperf3 -s' -- iperf3 -c server.holbench -R
  pnpm netem run --network reference-3g --side server -- ping -c 5 client.holbench
  pnpm netem run --network reference-high-loss --peer 'python3 -m http.server 80' -- \\
    curl -o /dev/null http://server.holbench/
  pnpm netem run --network reference-4g --peer 'iperf3 -s' -- sh -c 'iperf3 -u -b 1M -c $HOLBENCH_SERVER'
  pnpm netem run --network reference-4g -- bash`,
    );
  addPreparedOptions(command).action(run);
}

async function run(commandLine: readonly string[], options: Options): Promise<void> {
  const [name = '', ...args] = commandLine;
  const path = name.includes('/') ? name : await findOnPath([name]);
  if (path === null) {
    throw new UserError(`cannot run "${name}": there is no such program on PATH`);
  }
  if (!(await isExecutable(path))) {
    throw new UserError(
      `cannot run "${name}": there is no such program, or it may not be executed`,
    );
  }
  await using prepared = await prepare(options, 'pnpm netem run');
  if (prepared === null) return;
  await using link = await prepared.backend.start(prepared.link);
  console.error(
    `holbench: ${link.profile.id} through ${link.backend}: ${describeProfile(link.profile)}`,
  );
  const env = {
    ...process.env,
    HOLBENCH_CLIENT: link.client.address,
    HOLBENCH_SERVER: link.server.address,
  };
  const [here, there] =
    options.side === 'client' ? [link.client, link.server] : [link.server, link.client];
  await using _peer = options.peer === undefined ? null : await startPeer(options.peer, there, env);
  const signal = emulatorFailure(link);
  process.exitCode = await runInForeground({ ...commandIn(here, path, args), env, signal });
}

async function startPeer(
  command: string,
  side: NetworkSide,
  env: NodeJS.ProcessEnv,
): Promise<ManagedProcess> {
  await rm(PEER_LOG, { force: true });
  const peer = await ManagedProcess.start({
    name: 'peer',
    ...commandIn(side, 'sh', ['-c', command]),
    logPath: PEER_LOG,
    env,
  });
  try {
    await waitUntilReady(peer, (limit) => listeners(side, limit));
    return peer;
  } catch (error) {
    await peer.stop();
    throw error;
  }
}

/**
 * Sockets on this side that wait for connections or packets; null without any. Not asked for a side
 * without a namespace, which has other programs' sockets.
 */
async function listeners(side: NetworkSide, limit: AbortSignal): Promise<string | null> {
  if (side.netns === null) return 'not asked';
  const { command, args } = commandIn(side, 'ss', ['-Hln', '-A', 'tcp,udp,raw,packet']);
  return (await runTool(command, args, { signal: limit })) || null;
}

/** Aborts when the emulator ends before the command. */
function emulatorFailure(link: Link): AbortSignal {
  const failure = new AbortController();
  void (async () => {
    failure.abort(new UserError(`the emulator ended before the command: ${await link.ended}`));
  })();
  return failure.signal;
}
