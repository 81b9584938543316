import type { CellPhase } from '@holbench/results/cell';
import { SIDES } from '@holbench/netem/topology/sides';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';

/**
 * Current connections from the client's side to the server's, as the kernel lists them: established
 * TCP connections, and connected UDP sockets (one per QUIC connection).
 * @returns null on loopback, where others have connections, too.
 */
export async function countConnections(client: NetworkSide): Promise<CellPhase['connections']> {
  if (client.netns === null) return null;
  const count = async (...filter: string[]): Promise<number> => {
    const { command, args } = commandIn(client, 'ss', ['-Hn', ...filter]);
    const lines = (await runTool(command, [...args, 'dst', SIDES.server.address])).split('\n');
    return lines.filter((line) => line.trim() !== '').length;
  };
  const [tcp, udp] = await Promise.all([
    count('-t', 'state', 'established'),
    count('-u', 'state', 'established'),
  ]);
  return { tcp, udp };
}
