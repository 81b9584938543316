import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: the unit of times in /proc/PID/stat, 100 a second on every architecture Node runs on. */
export const TICKS_PER_SECOND = 100;

/** What /proc/PID/stat says of a process, or /proc/PID/task/TID/stat of a thread: proc_pid_stat(5). */
export interface ProcStat {
  readonly parent: number;
  /** User and system time of all its threads (of a thread: its own), without children. */
  readonly ticks: number;
  readonly residentPages: number;
}

/** @returns null when it has ended. */
export function readStat(path: string): ProcStat | null {
  try {
    return parseStat(readFileSync(path, 'latin1'));
  } catch {
    return null;
  }
}

/** The name in parentheses may contain parentheses and spaces: fields count from its end. */
export function parseStat(text: string): ProcStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
    residentPages: Number(fields[21]),
  };
}

/** Ids of all processes. */
export function processIds(): number[] {
  return idsIn('/proc');
}

/** Ids of a process's threads; none when it has ended. */
export function threadIds(pid: number): number[] {
  try {
    return idsIn(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function idsIn(folder: string): number[] {
  return readdirSync(folder).map(Number).filter(Number.isInteger);
}
