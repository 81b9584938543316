import { readFileSync } from 'node:fs';

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
  const link = `hb-${process.pid}-${startTicks(process.pid)}-${linksSoFar}`;
  return { client: `${link}-client`, server: `${link}-server`, link: `${link}-link` };
}

/** True for a namespace that was made by this lab and whose owner runs no more. */
export function isLeftover(name: string): boolean {
  const [, pid, ticks] = PATTERN.exec(name) ?? [];
  if (pid === undefined) return false;
  return startTicks(Number(pid)) !== ticks;
}

/** When a process started, in clock ticks since boot (field 22 of proc(5) stat); null: it runs not. */
function startTicks(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // Field 2 is the program's name in parentheses and may hold blanks: counted from its end, the
  // state is field 3. A zombie holds nothing any more and waits to be reaped.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}
