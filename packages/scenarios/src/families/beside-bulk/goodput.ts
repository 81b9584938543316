import type { CellPhase } from '@holbench/results/cell';

/** Payload bytes of a transfer that moved until a time. Bins begin with the first bytes; before those nothing moved. */
export function movedUntil(
  { beganAtMs, binMs, binBytes }: NonNullable<CellPhase['bulk']>,
  toMs: number,
): number {
  const bins = Math.max(0, Math.floor((toMs - beganAtMs) / binMs));
  return binBytes.slice(0, bins).reduce((sum, each) => sum + each, 0);
}
