import { readFileSync } from 'node:fs';
import { processStat } from '@holbench/process/is-running';
import type { OperationWindow } from '@holbench/results/operation-window';
import type { ProcessGroup } from '@holbench/results/resources';
import type { ProcessGroups } from './process-groups.ts';
import { TICKS_PER_SECOND } from './proc-stat.ts';

export type WindowUsage = OperationWindow['processes'];

interface ProcessUsage {
  readonly pid: number;
  readonly ticks: number;
  /** In bytes: `VmRSS` and `VmHWM` of proc_pid_status(5). */
  readonly rssBytes: number;
  readonly peakRssBytes: number;
}

type Reading = ReadonlyMap<ProcessGroup, readonly ProcessUsage[]>;

/**
 * Begins a window of a cell.
 * @returns ends it: what the processes of each group used that were there at its end.
 */
export function beginUsage(groups: ProcessGroups): () => WindowUsage {
  const before = read(groups);
  const ticksOf = new Map([...before.values()].flat().map(({ pid, ticks }) => [pid, ticks]));
  return () =>
    [...read(groups)].map(([group, after]) => {
      const ticks = sum(after, (each) => each.ticks - (ticksOf.get(each.pid) ?? 0));
      return {
        group,
        cpuSeconds: ticks / TICKS_PER_SECOND,
        rssBytes: sum(before.get(group) ?? [], ({ rssBytes }) => rssBytes),
        peakRssBytes: sum(after, ({ peakRssBytes }) => peakRssBytes),
      };
    });
}

function read(groups: ProcessGroups): Reading {
  const all = [...groups.members()];
  return new Map(
    all.map(([group, pids]) => [group, pids.flatMap((pid) => readProcess(pid) ?? [])]),
  );
}

/** @returns null when it has ended. */
function readProcess(pid: number): ProcessUsage | null {
  const stat = processStat(pid);
  if (stat === null) return null;
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    // It has ended since.
  }
  const bytes = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  return { pid, ticks: stat.ticks, rssBytes: bytes('VmRSS'), peakRssBytes: bytes('VmHWM') };
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
