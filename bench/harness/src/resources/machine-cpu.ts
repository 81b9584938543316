import { readFileSync } from 'node:fs';

/** Time that all cores of the machine together have spent since it started, in ticks. */
export interface MachineCpu {
  readonly busy: number;
  readonly total: number;
}

export function readMachineCpu(): MachineCpu {
  return parseMachineCpu(readFileSync('/proc/stat', 'latin1'));
}

/** The first line of /proc/stat, proc_stat(5). Time stolen by a hypervisor counts as busy. */
export function parseMachineCpu(text: string): MachineCpu {
  const fields = text.slice(0, text.indexOf('\n')).split(/\s+/).slice(1, 9).map(Number);
  const total = fields.reduce((sum, ticks) => sum + ticks, 0);
  const [, , , idle = 0, waiting = 0] = fields;
  return { busy: total - idle - waiting, total };
}

/** From 0 to 1, even if the kernel's I/O wait decreases, proc_stat(5). */
export function busyShare(before: MachineCpu, after: MachineCpu): number {
  const busy = after.busy - before.busy;
  return busy <= 0 ? 0 : Math.min(1, busy / Math.max(busy, after.total - before.total));
}
