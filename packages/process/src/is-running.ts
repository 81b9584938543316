import { readFileSync } from 'node:fs';

/** Parts of `/proc/PID/stat`, proc_pid_stat(5). */
export interface ProcessStat {
  /** One letter, such as "S"; "Z" is a zombie. */
  readonly state: string;
  readonly parentPid: number;
  /**
   * Start time in clock ticks since boot: distinguishes it from a later process with the same id.
   */
  readonly startTicks: string;
}

/** State of a process on Linux; null without such a process, or on other systems. */
export function processStat(pid: number): ProcessStat | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // Field 2 is the program's name in parentheses and may hold blanks: fields count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parentPid] = fields;
  return { state, parentPid: Number(parentPid), startTicks: fields[19] ?? '' };
}

/** True for a process that runs, of any user. A zombie does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return processStat(pid)?.state !== 'Z';
}
