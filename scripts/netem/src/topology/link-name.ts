import { processStat } from '@holbench/process/is-running';

/**
 * Names of namespaces: `hb-<pid>-<start>-<n>` for the link, then `-client`, `-server` or `-link`.
 * Start time and process id tell the owner from a later process with the same id. So the name alone
 * says whether its owner still runs, and leftovers are found without a file that lists them.
 */
const PATTERN = /^hb-(\d+)-(\d+)-\d+-(client|server|link)$/;

/** The namespaces that a link can have; `link` is the one between, where an emulator works. */
export type Role = 'client' | 'server' | 'link';

export type LinkNames = Readonly<Record<Role, string>>;

let linksSoFar = 0;

/** Names of the next link that this process makes. */
export function nextLinkNames(): LinkNames {
  linksSoFar += 1;
  const link = `hb-${process.pid}-${processStat(process.pid)?.startTicks}-${linksSoFar}`;
  return { client: `${link}-client`, server: `${link}-server`, link: `${link}-link` };
}

/** True for a namespace that this lab made and whose owner has ended. */
export function isLeftover(name: string): boolean {
  const [, pid, ticks] = PATTERN.exec(name) ?? [];
  if (pid === undefined) return false;
  const owner = processStat(Number(pid));
  return owner === null || owner.state === 'Z' || owner.startTicks !== ticks;
}
