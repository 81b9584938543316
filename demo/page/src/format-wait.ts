/** A wait with three significant digits at most: `4.2 ms`, `93 ms`, `1.34 s`, `20.0 s`. */
export function formatWait(ms: number): string {
  const size = Math.abs(ms);
  if (size >= 9_995) return `${(ms / 1_000).toFixed(1)} s`;
  if (size >= 999.5) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms.toFixed(size < 9.95 ? 1 : 0)} ms`;
}
