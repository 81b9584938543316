import { readFileSync } from 'node:fs';
import { hasCode } from './user-error.ts';

/** Parts of `/proc/PID/stat` of a process, or `/proc/PID/task/TID/stat` of a thread, proc_pid_stat(5). */
export interface ProcessStat {
  /** One letter, such as "S"; "Z" is a zombie. */
  readonly state: string;
  readonly parentPid: number;
  /** User and system time of all its threads (of a thread: its own), without children, in clock ticks. */
  readonly ticks: number;
  /** The same of its children that have ended and were waited for, with theirs; of a process only. */
  readonly childTicks: number;
  /** Start time in clock ticks since boot: distinguishes it from a later process with the same id. */
  readonly startTicks: string;
  readonly residentPages: number;
}

/** State of a process or its thread on Linux; null without such a process, or on other systems. */
export function processStat(pid: number, thread?: number): ProcessStat | null {
  const path = thread === undefined ? `/proc/${pid}/stat` : `/proc/${pid}/task/${thread}/stat`;
  try {
    return parseStat(readFileSync(path, 'latin1'));
  } catch {
    return null;
  }
}

/** The name in parentheses may hold anything, parentheses and spaces too: fields count from its end. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0] ?? '',
    parentPid: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
    childTicks: Number(fields[13]) + Number(fields[14]),
    startTicks: fields[19] ?? '',
    residentPages: Number(fields[21]),
  };
}

/** True for a process that runs, of any user. A zombie does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return processStat(pid)?.state !== 'Z';
}

/** Names this process: id and start time, joined by "-". Without /proc the start time is 0. */
export function ownerMark(): string {
  return `${process.pid}-${processStat(process.pid)?.startTicks ?? 0}`;
}

/** Whether the process that {@link ownerMark} named with these two numbers has ended. */
export function hasOwnerEnded(pid: string, startTicks: string): boolean {
  if (!isRunning(Number(pid))) return true;
  return (processStat(Number(pid))?.startTicks ?? startTicks) !== startTicks;
}
