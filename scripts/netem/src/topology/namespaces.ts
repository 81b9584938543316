import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { hasOwnerEnded, ownerMark } from '@holbench/process/is-running';
import { runTool } from '@holbench/process/run-tool';
import { SIDES } from './sides.ts';

/** Where iproute2 keeps the namespaces that have a name. */
const NETNS_FOLDER = '/run/netns';
/** `ip netns exec NAME` shows the files of `/etc/netns/NAME` in the place of those in `/etc`. */
const ETC_NETNS_FOLDER = '/etc/netns';

/**
 * Names of namespaces: `hb-<pid>-<start>-<n>` for the link, then `-client`, `-server` or `-link`.
 * The start time distinguishes the owner from a later process with the same id. So the name alone
 * shows whether its owner still runs, and leftovers need no list.
 */
const PATTERN = /^hb-(\d+)-(\d+)-\d+-(client|server|link)$/;

/** The namespaces that a link can have; `link` is the one between, where an emulator works. */
export type Role = 'client' | 'server' | 'link';

export type LinkNames = Readonly<Record<Role, string>>;

let linksSoFar = 0;

/** Names of the next link that this process makes. */
export function nextLinkNames(): LinkNames {
  linksSoFar += 1;
  const link = `hb-${ownerMark()}-${linksSoFar}`;
  return { client: `${link}-client`, server: `${link}-server`, link: `${link}-link` };
}

/** True for a namespace that this lab made and whose owner has ended. */
export function isLeftover(name: string): boolean {
  const [, pid, ticks] = PATTERN.exec(name) ?? [];
  return pid !== undefined && ticks !== undefined && hasOwnerEnded(pid, ticks);
}

/** For a shell in a namespace. A kernel may have no IPv6. */
export const WITHOUT_IPV6 =
  'for file in /proc/sys/net/ipv6/conf/*/disable_ipv6; do ' +
  'if [ -e "$file" ]; then echo 1 >"$file"; fi; done';

export function netnsPath(name: string): string {
  return `${NETNS_FOLDER}/${name}`;
}

/** Lets every program in the namespace resolve names such as `server.holbench`. */
export function writeHosts(name: string): void {
  const hosts = Object.values(SIDES).map(({ address, host }) => `${address} ${host}\n`);
  mkdirSync(`${ETC_NETNS_FOLDER}/${name}`, { recursive: true });
  writeFileSync(`${ETC_NETNS_FOLDER}/${name}/hosts`, `127.0.0.1 localhost\n${hosts.join('')}`);
}

/** Runs `ip` commands one after the other, in one process. */
export async function ipBatch(commands: readonly string[]): Promise<void> {
  await runTool('ip', ['-batch', '-'], { input: `${commands.join('\n')}\n` });
}

/** Versions of kernel and iproute2: "kernel 6.1.0, iproute2 6.1.0". */
export async function linuxVersion(): Promise<string> {
  const iproute = await runTool('ip', ['-Version']);
  return `kernel ${release()}, iproute2 ${/iproute2-([\w.]+)/.exec(iproute)?.[1] ?? iproute.trim()}`;
}

/** Names of all namespaces of this machine, and of all folders that belong to one. */
export function namespaceNames(): string[] {
  const folders = [NETNS_FOLDER, ETC_NETNS_FOLDER].filter((folder) => existsSync(folder));
  return [...new Set(folders.flatMap((folder) => readdirSync(folder)))];
}

/**
 * Kills the processes inside, whose time to end is over, and removes the namespaces with their
 * devices. Missing ones are skipped, so that two processes may remove the same leftovers. It warns of
 * one whose processes cannot be told, as where its name was bound in another mount namespace.
 * Whatever a name is bound to, no process of the machine's own network or of this process's is killed.
 * Synchronous, because an ending process cannot wait.
 * @throws Error when one of them is still there.
 */
export function removeNamespaces(names: readonly string[]): void {
  const present = names.filter(exists);
  for (const name of present) killInside(name);
  if (present.length > 0) {
    const input = present.map((name) => `netns del ${name}\n`).join('');
    const { stderr } = spawnSync('ip', ['-force', '-batch', '-'], { input, encoding: 'utf8' });
    if (present.some(exists)) throw new Error(stderr.trim());
  }
  for (const name of names) rmSync(`${ETC_NETNS_FOLDER}/${name}`, { recursive: true, force: true });
}

function exists(name: string): boolean {
  return existsSync(netnsPath(name));
}

function killInside(name: string): void {
  const namespace = identityOf(netnsPath(name));
  if (namespace !== null && ownNamespaces().includes(namespace)) {
    console.error(`${name} is this machine's own network: only the name is removed`);
    return;
  }
  const { status, stdout, stderr } = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`processes in ${name} may go on, end them by hand (${stderr.trim()})`);
  }
  for (const [digits] of stdout.matchAll(/\d+/g)) {
    const pid = Number(digits);
    // Its id may be another process's by now.
    if (identityOf(networkOf(pid)) === namespace) kill(pid);
  }
}

/** The namespaces of the machine's first process and of this one. */
function ownNamespaces(): (string | null)[] {
  return [1, process.pid].map((pid) => identityOf(networkOf(pid)));
}

function networkOf(pid: number): string {
  return `/proc/${pid}/ns/net`;
}

/** What names a namespace, whichever file leads to it: namespaces(7). Null where there is none. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
