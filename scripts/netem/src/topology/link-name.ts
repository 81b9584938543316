import { processStat } from '@holbench/process/is-running';

/**
 * What a link and its namespaces are called: `hb-<pid>-<start>-<n>`, then `-client`, `-server` or
 * `-link`. Process and start tell the owner from a later process with the same id, so that a name
 * alone says whether its owner still lives: leftovers are found without any file that lists them.
 */
const PATTERN = /^hb-(\d+)-(\d+)-\d+-(client|server|link)$/;

/** The namespaces that a link can have; `link` is the middle, where an emulator works. */
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
