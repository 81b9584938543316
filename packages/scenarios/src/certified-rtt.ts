import type { FinishedCell } from '@holbench/results/run-reader';

/** Round trip of a cell's link as measured right before it, in ms; null where it was not. */
export function certifiedRttMs({ cell }: Pick<FinishedCell, 'cell'>): number | null {
  return cell.certificate?.before.readings.at(-1)?.rttMs?.median ?? null;
}
