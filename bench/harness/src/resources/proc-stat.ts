import { readdirSync } from 'node:fs';

/** USER_HZ: the unit of times in /proc/PID/stat, 100 a second on every architecture Node runs on. */
export const TICKS_PER_SECOND = 100;

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
