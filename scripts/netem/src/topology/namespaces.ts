import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { runScript } from './run-script.ts';
import { hostsFile } from './sides.ts';

/** Where iproute2 keeps the namespaces that have a name. */
const NETNS_FOLDER = '/run/netns';
/** `ip netns exec NAME` shows the files of `/etc/netns/NAME` in the place of those in `/etc`. */
const ETC_NETNS_FOLDER = '/etc/netns';

/** @returns the path that stands for a namespace. */
export function netnsPath(name: string): string {
  return `${NETNS_FOLDER}/${name}`;
}

/** Has names such as `server.holbench` resolved by whatever is started in the namespace. */
export function writeHosts(name: string): void {
  mkdirSync(`${ETC_NETNS_FOLDER}/${name}`, { recursive: true });
  writeFileSync(`${ETC_NETNS_FOLDER}/${name}/hosts`, hostsFile());
}

/** Runs `ip` commands one after the other: one process instead of one for each. */
export async function ipBatch(commands: readonly string[]): Promise<void> {
  await runScript('ip', ['-batch', '-'], `${commands.join('\n')}\n`);
}

/** Ends the processes inside and removes the namespaces, with their devices. Missing ones are skipped. */
export async function removeNamespaces(names: readonly string[]): Promise<void> {
  killProcessesIn(names);
  await runScript('ip', ['-force', '-batch', '-'], removal(names)).catch((error: Error) => {
    // Somebody else may have removed the same leftovers at the same time.
    if (removal(names) !== '') throw error;
  });
  removeHosts(names);
}

/** The same for a process that is about to end and cannot wait. */
export function removeNamespacesNow(names: readonly string[]): void {
  killProcessesIn(names);
  spawnSync('ip', ['-force', '-batch', '-'], { input: removal(names) });
  removeHosts(names);
}

/** Names of all namespaces of this machine, and of all folders that belong to one. */
export function namespaceNames(): string[] {
  const folders = [NETNS_FOLDER, ETC_NETNS_FOLDER].filter((folder) => existsSync(folder));
  return [...new Set(folders.flatMap((folder) => readdirSync(folder)))];
}

function removal(names: readonly string[]): string {
  return names
    .filter((name) => existsSync(netnsPath(name)))
    .map((name) => `netns del ${name}\n`)
    .join('');
}

function removeHosts(names: readonly string[]): void {
  for (const name of names) rmSync(`${ETC_NETNS_FOLDER}/${name}`, { recursive: true, force: true });
}

/** By SIGKILL: whatever is still there was given its time to end before. */
function killProcessesIn(names: readonly string[]): void {
  const ids = new Set(
    names.map((name) => namespaceIdentity(netnsPath(name))).filter((id) => id !== null),
  );
  if (ids.size === 0) return;
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const id = namespaceIdentity(`/proc/${pid}/ns/net`);
    if (id === null || !ids.has(id)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

/** Which namespace a path stands for; null when it is gone. */
export function namespaceIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
