import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';
import { isRunning } from '@holbench/process/is-running';
import { UserError } from '@holbench/process/user-error';
import * as v from 'valibot';
import type { Link, LinkOptions } from '../../backend.ts';
import { DEFAULT_TCP } from '../../tcp-options.ts';
import { SIDES } from '../../topology/sides.ts';
import {
  ADDRESSES,
  type Command,
  ENABLE_PF,
  PIPES,
  setUpCommands,
  tearDownCommands,
} from './commands.ts';

/** Runs a command. @returns its standard output. @throws Error when it fails. */
export type Run = (command: Command) => string;

const State = v.strictObject({
  /** MTU of lo0 before, in bytes; 16384 on every macOS. */
  mtu: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Reference by which `pfctl -E` keeps pf enabled; null before it was asked. */
  pfToken: v.nullable(v.pipe(v.string(), v.digits())),
  ownerPid: v.number(),
});
type State = v.InferOutput<typeof State>;

/**
 * Shapes lo0 between two alias addresses. macOS has no network namespaces: both sides are this
 * machine, each with its own address, and TCP settings are the machine's.
 * @param statePath file with the changes of a link, so that a later process can revert them.
 * @throws UserError when TCP settings would have to change, or another program uses the addresses
 * or pipes; Error when a command fails. All changes are reverted then.
 */
export function startDnctlLink(options: LinkOptions, run: Run, statePath: string): Link {
  assertNotEnding();
  if (!isDeepStrictEqual(options.tcp, DEFAULT_TCP)) {
    throw new UserError(
      'macOS cannot set TCP for one network alone: leave out --tcp-cc, --notsent-lowat, --initcwnd and --pacing',
    );
  }
  const taken = takenBy(run);
  if (taken !== null) throw new UserError(`another program uses ${taken}: end it, and try again`);
  const mtu = Number(field(run({ command: 'ifconfig', args: ['lo0'] }), /\bmtu (\d+)/));
  let state: State = { mtu, pfToken: null, ownerPid: process.pid };
  let isUp = true;
  const stopNow = (): void => {
    if (isUp) putBack(state, run, statePath);
    isUp = false;
    forget();
  };
  const stop = async (): Promise<void> => stopNow();
  const forget = cleanUpAtExit(stop, stopNow);
  try {
    mkdirSync(dirname(statePath), { recursive: true });
    writeFileSync(statePath, JSON.stringify(state));
    for (const command of setUpCommands(options.profile)) run(command);
    state = { ...state, pfToken: field(run(ENABLE_PF), /Token : (\d+)/) };
    writeFileSync(statePath, JSON.stringify(state));
  } catch (error) {
    stopNow();
    throw error;
  }
  const client = { name: SIDES.client.name, address: SIDES.client.address, netns: null };
  return {
    backend: 'dnctl',
    profile: options.profile,
    client,
    server: { name: SIDES.server.name, address: SIDES.server.address, netns: null },
    emulatorPid: null,
    // No process could end.
    ended: new Promise(() => {}),
    sysctls: {},
    beginLosses: async () => false,
    armLosses: async () => false,
    rewind: async () => false,
    traceOffsetMs: () => null,
    packets: async () => null,
    // macOS has no namespaces: all clients are at one side.
    addClient: async () => client,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Reverts the changes of a killed process. @returns false when there are none.
 * @throws UserError when this user may not.
 */
export function putBackLeftovers(run: Run, statePath: string): boolean {
  if (!existsSync(statePath)) return false;
  const state = v.parse(State, JSON.parse(readFileSync(statePath, 'utf8')));
  if (isRunning(state.ownerPid)) return false;
  // Without root every command would fail, and the state be lost.
  if (process.getuid?.() !== 0) {
    throw new UserError('a killed run left its pf rules: run sudo pnpm netem clean');
  }
  putBack(state, run, statePath);
  return true;
}

function putBack(state: State, run: Run, statePath: string): void {
  for (const command of tearDownCommands(state)) {
    try {
      run(command);
    } catch {
      // It may never have been set up.
    }
  }
  rmSync(statePath, { force: true });
}

/** An address or pipe of the lab that is in use; null when all are free. */
function takenBy(run: Run): string | null {
  const addresses = run({ command: 'ifconfig', args: ['-a'] });
  const address = ADDRESSES.find((each) => addresses.includes(`inet ${each} `));
  if (address !== undefined) return `the address ${address}`;
  const pipes = run({ command: 'dnctl', args: ['list'] });
  const pipe = Object.values(PIPES).find((each) => new RegExp(`^0*${each}:`, 'm').test(pipes));
  return pipe === undefined ? null : `dummynet's pipe ${pipe}`;
}

function field(printed: string, pattern: RegExp): string {
  const [, value] = pattern.exec(printed) ?? [];
  if (value === undefined) throw new Error(`no ${pattern.source} in "${printed.trim()}"`);
  return value;
}
