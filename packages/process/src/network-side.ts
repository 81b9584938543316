import { basename } from 'node:path';

/** Where a process runs: on this machine as it is, or on one side of an emulated network. */
export interface NetworkSide {
  /** For messages, such as "the server's side". */
  readonly name: string;
  /** Address on which a server of this place listens and by which the other side reaches it. */
  readonly address: string;
  /** Path of its network namespace (`/run/netns/…`); null for the machine's own network. */
  readonly netns: string | null;
}

/** This machine as it is: loopback. */
export const LOCALHOST: NetworkSide = { name: 'this machine', address: '127.0.0.1', netns: null };

/** @returns the command line that runs `command` in `place`. */
export function commandIn(
  place: NetworkSide,
  command: string,
  args: readonly string[],
): { command: string; args: string[] } {
  if (place.netns === null) return { command, args: [...args] };
  return { command: 'ip', args: ['netns', 'exec', basename(place.netns), command, ...args] };
}
