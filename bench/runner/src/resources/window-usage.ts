import { readFileSync } from 'node:fs';
import { processStat } from '@holbench/process/is-running';
import type { OperationWindow } from '@holbench/results/operation-window';
import type { ProcessGroups } from './process-groups.ts';
import { TICKS_PER_SECOND } from './proc-stat.ts';

export type WindowUsage = OperationWindow['processes'];

/** Totals of the processes of each group since they began; `before`: CPU since that reading. */
export function readUsage(groups: ProcessGroups, before: WindowUsage = []): WindowUsage {
  return [...groups.members()].map(([group, pids]) => {
    const found = pids.flatMap((pid) => readProcess(pid) ?? []);
    const total = (of: (process: ProcessUsage) => number) =>
      found.reduce((sum, process) => sum + of(process), 0);
    const cpuSeconds = total((each) => each.cpuSeconds);
    const earlier = before.find((each) => each.group === group);
    return {
      group,
      // A process that ended in between takes its time with it.
      cpuSeconds: Math.max(0, cpuSeconds - (earlier?.cpuSeconds ?? 0)),
      rssBytes: earlier?.rssBytes ?? total(({ rssBytes }) => rssBytes),
      peakRssBytes: total(({ peakRssBytes }) => peakRssBytes),
    };
  });
}

interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  readonly peakRssBytes: number;
}

/** @returns null when it has ended. */
function readProcess(pid: number): ProcessUsage | null {
  const stat = processStat(pid);
  if (stat === null) return null;
  return { cpuSeconds: stat.ticks / TICKS_PER_SECOND, ...memoryOf(pid) };
}

/** Resident memory now and at most, in bytes (`VmRSS` and `VmHWM`, proc_pid_status(5)). */
function memoryOf(pid: number): Pick<ProcessUsage, 'rssBytes' | 'peakRssBytes'> {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    // It has ended since.
  }
  const bytes = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  return { rssBytes: bytes('VmRSS'), peakRssBytes: bytes('VmHWM') };
}
