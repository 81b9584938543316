import { readFileSync } from 'node:fs';
import type { NetworkSide } from '@holbench/process/network-side';
import { namespaceIdentity } from '../topology/namespaces.ts';

/** proc_pid_net(5): sockets of these kinds wait for packets once they exist. */
const DATAGRAM_TABLES = ['udp', 'udp6', 'raw', 'raw6', 'packet'] as const;
const TCP_LISTEN = '0A';

/**
 * Whether anything in the network namespace of a process waits for connections or packets. False
 * while the process is not in `place` yet. A place without a namespace of its own is full of other
 * programs' sockets: true at once.
 */
export function hasOpenSocket(pid: number, place: NetworkSide): boolean {
  if (place.netns === null) return true;
  try {
    const its = namespaceIdentity(`/proc/${pid}/ns/net`);
    if (its === null || its !== namespaceIdentity(place.netns)) return false;
    const listens = ['tcp', 'tcp6'].some((table) =>
      rows(pid, table).some((row) => row[3] === TCP_LISTEN),
    );
    return listens || DATAGRAM_TABLES.some((table) => rows(pid, table).length > 0);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function rows(pid: number, table: string): string[][] {
  const [, ...lines] = readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/));
}
