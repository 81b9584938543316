import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { runTool } from '@holbench/process/run-tool';
import { SIDES } from './sides.ts';

/** Where iproute2 keeps the namespaces that have a name. */
const NETNS_FOLDER = '/run/netns';
/** `ip netns exec NAME` shows the files of `/etc/netns/NAME` in the place of those in `/etc`. */
const ETC_NETNS_FOLDER = '/etc/netns';

/** Path of the namespace `name`. */
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

/** What makes namespaces and moves packets between them: "kernel 6.1.0, iproute2 6.1.0". */
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
 * Kills the processes inside (they had their time to end) and removes the namespaces with their
 * devices. Missing ones are skipped, so that two processes may remove the same leftovers.
 * Synchronous: a process that is about to end cannot wait.
 * @throws Error when one of them is still there.
 */
export function removeNamespaces(names: readonly string[]): void {
  const present = names.filter(exists);
  for (const name of present) {
    const { stdout } = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' });
    for (const [pid] of stdout.matchAll(/\d+/g)) kill(Number(pid));
  }
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

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
