import { UserError } from '@holbench/process/user-error';
import type { NetworkSide } from '@holbench/process/network-side';
import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';
import type { Link, LinkOptions } from '../../backend.ts';
import { SIDES } from '../../topology/sides.ts';
import {
  type Before,
  type Command,
  ENABLE_PF,
  setUpCommands,
  tearDownCommands,
} from './commands.ts';
import { forgetBefore, rememberBefore } from './remember.ts';

/** Runs a command. @returns what it printed, errors after output. @throws Error when it fails. */
export type Run = (command: Command) => Promise<string>;
/** The same where nothing may be waited for; never throws. */
export type RunNow = (command: Command) => void;

/**
 * Shapes lo0 between two alias addresses. macOS has no network namespaces, so that both places are
 * this machine with an address of its own, and settings of TCP are the machine's.
 * @throws UserError when the settings of TCP would have to change; Error when a command fails.
 * Either way everything is as it was before.
 */
export async function startDnctlLink(
  options: LinkOptions,
  run: Run,
  runNow: RunNow,
): Promise<Link> {
  assertNotEnding();
  const { congestionControl, notsentLowatBytes } = options.tcp;
  if (congestionControl !== 'cubic' || notsentLowatBytes !== null) {
    throw new UserError(
      'macOS cannot set TCP for one network alone: leave out --tcp-cc and --notsent-lowat',
    );
  }
  let before: Before = {
    mtu: mtuOf(await run({ command: 'ifconfig', args: ['lo0'] })),
    pfToken: null,
  };
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= tearDown());
  const tearDown = async (): Promise<void> => {
    // Also of what was never set up: a command that has nothing to undo may fail.
    for (const command of tearDownCommands(before)) await run(command).catch(() => {});
    await forgetBefore();
    forget();
  };
  const forget = cleanUpAtExit(stop, () => tearDownCommands(before).forEach(runNow));
  try {
    await rememberBefore(before);
    for (const command of setUpCommands(options.profile)) await run(command);
    before = { ...before, pfToken: tokenOf(await run(ENABLE_PF)) };
    await rememberBefore(before);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    backend: 'dnctl',
    profile: options.profile,
    client: placeOf('client'),
    server: placeOf('server'),
    emulatorPid: null,
    // There is no process that could end.
    ended: new Promise(() => {}),
    sysctls: {},
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function placeOf(role: keyof typeof SIDES): NetworkSide {
  const { address, what } = SIDES[role];
  return { name: what, address, netns: null };
}

function mtuOf(ifconfig: string): number {
  const [, mtu] = /\bmtu (\d+)/.exec(ifconfig) ?? [];
  if (mtu === undefined) throw new Error('ifconfig lo0 names no MTU');
  return Number(mtu);
}

function tokenOf(printed: string): string {
  const [, token] = /Token : (\d+)/.exec(printed) ?? [];
  if (token === undefined) throw new Error('pfctl -E named no token');
  return token;
}
