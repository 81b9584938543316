import type { CellPhase } from '@holbench/results/cell';

/**
 * Mean goodput of a bulk transfer between two moments, payload only.
 * @param bulk of one phase. @param from and `to` on the clock of `bulk.beganAtMs`, in ms.
 * @returns Mbit/s; null when no whole bin lies between them.
 */
export function goodputMbps(
  { beganAtMs, binMs, binBytes }: NonNullable<CellPhase['bulk']>,
  window: { readonly fromMs: number; readonly toMs: number },
): number | null {
  const first = Math.max(0, Math.ceil((window.fromMs - beganAtMs) / binMs));
  const end = Math.min(binBytes.length, Math.floor((window.toMs - beganAtMs) / binMs));
  if (end <= first) return null;
  const bytes = binBytes.slice(first, end).reduce((sum, bin) => sum + bin, 0);
  // Bytes per ms × 8 / 1000 = Mbit/s.
  return (bytes * 8) / ((end - first) * binMs * 1_000);
}

/** Payload bytes of a transfer that moved until a time. Bins begin with the first bytes; before those nothing moved. */
export function movedUntil(
  { beganAtMs, binMs, binBytes }: NonNullable<CellPhase['bulk']>,
  toMs: number,
): number {
  const bins = Math.max(0, Math.floor((toMs - beganAtMs) / binMs));
  return binBytes.slice(0, bins).reduce((sum, each) => sum + each, 0);
}
