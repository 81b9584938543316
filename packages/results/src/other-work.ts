import type { Cell } from './cell.ts';
import { onClient } from './limiter.ts';

type Recorded = Pick<Cell, 'resources' | 'connections' | 'sideBySide'>;

/** Share of all cores from which on a cell may have waited for other programs. */
const WORTH_TELLING = 0.1;
/** The kernel's own work for each cell that runs side by side, and what is more than all of it: in cores. */
const KERNEL_CORES = 0.04;
const MORE_THAN_KERNEL = 0.08;
/** Share of the cells from which on that is said of a run. */
const MANY = 0.1;

/**
 * What processes outside of a cell, and of those side by side with it, used of the machine while the cell
 * measured: mean share of all cores, 0 to 1. It includes the kernel's own work: beside transfers over
 * `reference-4g`, on an idle machine of two cores, 5 to 6 % with three cells side by side, 7 to 10 % with five, and 11 %
 * with six. Null without a timeline.
 */
export function otherWork({ resources }: Pick<Cell, 'resources'>): number | null {
  const { timeline: all, machine, targetMachine } = resources ?? {};
  if (!all || !machine) return null;
  const timeline = onClient({ timeline: all, targetMachine });
  const steps = timeline.measuring.map((share, step) => {
    const known = Object.values(timeline.cores).reduce((sum, cores) => sum + (cores[step] ?? 0), 0);
    const others = (timeline.machine[step] ?? 0) - known / machine.cores;
    return { share, others: Math.max(0, others) };
  });
  const measured = steps.reduce((sum, { share }) => sum + share, 0);
  if (measured === 0) return null;
  return steps.reduce((sum, { share, others }) => sum + share * others, 0) / measured;
}

/** Whether messages of a cell may have waited for other programs; null where that is not known. */
export function hadOtherWork(cell: Recorded): boolean | null {
  const share = otherWork(cell);
  const cores = cell.resources?.machine?.cores;
  if (share === null || cores === undefined) return null;
  const ofKernel = (MORE_THAN_KERNEL + KERNEL_CORES * cell.sideBySide) / cores;
  return share >= Math.max(WORTH_TELLING, ofKernel);
}

/**
 * A sentence for readers of figures from a machine that had other work; null of a quiet one. Only cells
 * beside a transfer are asked: others measure for moments, or move so much that the kernel's share is larger.
 */
export function otherWorkWarning(cells: readonly Recorded[]): string | null {
  const beside = cells.filter(({ connections }) => connections > 0);
  const known = beside.flatMap((cell) => hadOtherWork(cell) ?? []);
  const disturbed = known.filter(Boolean);
  if (disturbed.length === 0 || disturbed.length < MANY * known.length) return null;
  return `In ${disturbed.length} of ${known.length} cells with a big transfer other programs used 10 % of the CPU or more: messages may have waited for the CPU.`;
}
