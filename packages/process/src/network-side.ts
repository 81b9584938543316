import { basename } from 'node:path';

/** Where a process runs: directly on this machine, or on one side of an emulated network. */
export interface NetworkSide {
  /** For messages, such as "the server's side". */
  readonly name: string;
  /** Address of its servers, as the other side reaches them. */
  readonly address: string;
  /** Path of its network namespace (`/run/netns/…`); null for the machine's own network. */
  readonly netns: string | null;
}

/** This machine, over loopback. */
export const LOCALHOST: NetworkSide = { name: 'this machine', address: '127.0.0.1', netns: null };

export function commandIn(
  { netns }: NetworkSide,
  command: string,
  args: readonly string[],
): { command: string; args: string[] } {
  if (netns === null) return { command, args: [...args] };
  return { command: 'ip', args: ['netns', 'exec', basename(netns), command, ...args] };
}
