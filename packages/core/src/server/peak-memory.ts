import { readFileSync } from 'node:fs';

/**
 * Peak resident set size of this process, in bytes: `VmHWM` of proc_pid_status(5). `maxRSS` of Linux is no less than what
 * the process had that started this one: a program begins with the peak of the memory that it replaces.
 */
export function peakRssBytes(): number {
  if (process.platform === 'linux') {
    const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  }
  // In kilobytes on every platform.
  return process.resourceUsage().maxRSS * 1024;
}
