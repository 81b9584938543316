import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import { processStat } from '@holbench/process/is-running';
import { ManagedProcess } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { favourEmulator } from './favour-emulator.ts';
import { findRattan } from './find-rattan.ts';

interface Sides {
  /** Process ids that live in the namespace of either side. */
  readonly left: number;
  readonly right: number;
  /** Ends the names of its devices, such as `vL1-L-<id>`. */
  readonly id: string;
}

/** A running rattan. */
export interface Emulator extends Sides {
  readonly process: ManagedProcess;
}

/**
 * rattan mounts the namespaces that it makes on /run/netns under names of its own. Its mounts go
 * to a folder that only it sees (`ip netns exec` gives it a mount namespace), so that they end with
 * it, whatever ends it.
 */
const SCRIPT = 'mount -t tmpfs tmpfs /run/netns && exec "$@"';

/** Before a command: it is killed when its parent ends, however that does. */
const WITH_OWNER = ['setpriv', '--pdeathsig', 'KILL'];

/** What keeps the two sides' namespaces alive until they have got names. */
const PLACEHOLDER = [...WITH_OWNER, 'sleep', 'infinity'];

/**
 * Starts rattan in `namespace` and waits until it forwards packets.
 * @throws UserError when it is not installed or does not start.
 */
export async function startEmulator(
  namespace: string,
  configPath: string,
  logFolder: string,
): Promise<Emulator> {
  const rattan = await findRattan();
  if (rattan === null) throw new UserError('rattan is not installed: run ./setup.sh');
  const placeholders = ['left', 'right'].flatMap((side) =>
    PLACEHOLDER.map((word) => `--${side}=${word}`),
  );
  // Without its owner a link is of no use: then rattan ends as well.
  const command = [...WITH_OWNER, rattan, 'run', '--config', configPath, ...placeholders];
  const emulator = await ManagedProcess.start({
    name: 'emulator rattan',
    command: 'ip',
    args: ['netns', 'exec', namespace, 'sh', '-c', SCRIPT, 'sh', ...command],
    logPath: join(logFolder, 'rattan.log'),
    env: withoutSettings(process.env),
  });
  try {
    const sides = await findSides(emulator);
    await favourEmulator(emulator);
    return { process: emulator, ...sides };
  } catch (error) {
    await emulator.stop();
    throw error;
  }
}

/** rattan takes settings from RATTAN_…, which would go before those of the file. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('RATTAN_')));
}

/** Waits until rattan has started the commands of both sides, which it does once packets flow. */
async function findSides(emulator: ManagedProcess): Promise<Sides> {
  const found: Sides[] = [];
  await waitUntilReady(emulator, async () => found.push(...sidesOf(emulator.pid)) > 0);
  const [sides] = found;
  if (sides === undefined) throw emulator.earlyExit();
  return sides;
}

/** The placeholders among rattan's children, told apart by what rattan puts into their environment. */
function sidesOf(parent: number): Sides[] {
  let [left, right, id]: [number?, number?, string?] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || processStat(pid)?.parentPid !== parent) continue;
    const environment = environmentOf(pid);
    id = environment.get('RATTAN_ID') ?? id;
    // The address of the other side: left ones begin with 10.1, right ones with 10.2.
    const other = environment.get('RATTAN_BASE');
    if (other?.startsWith('10.2.') === true) left = pid;
    if (other?.startsWith('10.1.') === true) right = pid;
  }
  return left === undefined || right === undefined || id === undefined ? [] : [{ left, right, id }];
}

function environmentOf(pid: number): Map<string, string> {
  const entries = environ(pid).matchAll(/([^=\0]+)=([^\0]*)/g);
  return new Map(Array.from(entries, ([, name = '', value = '']) => [name, value]));
}

/** Empty when the process has ended. */
function environ(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
