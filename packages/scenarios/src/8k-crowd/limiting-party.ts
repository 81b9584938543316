import { AT_LIMIT, MACHINE_FULL } from '@holbench/results/limiter';
import type { OperationWindow } from '@holbench/results/operation-window';
import { CLIENT_GROUPS } from '@holbench/results/resources';
import { ANSWERING, coresOf } from '../window-use.ts';

export type LimitingParty = 'client' | 'server' | 'none';

/**
 * What limits a window, by the rule of a cell (docs/measurement.md): a server whose one thread, or a
 * proxy that, is busy all the time; on a full machine whoever of client and server uses more.
 * @param cores of the machine.
 * @returns null without /proc.
 */
export function limitingParty(window: OperationWindow, cores: number): LimitingParty | null {
  const [client, answering] = [coresOf(window, CLIENT_GROUPS), coresOf(window, ANSWERING)];
  if (client === null || answering === null) return null;
  const all = window.processes.map(({ group }) => coresOf(window, [group]) ?? 0);
  const isFull = all.reduce((sum, each) => sum + each, 0) >= MACHINE_FULL * cores;
  if (isFull && client >= answering) return 'client';
  const busiest = ANSWERING.map((group) => coresOf(window, [group]) ?? 0);
  return isFull || Math.max(...busiest) >= AT_LIMIT ? 'server' : 'none';
}
