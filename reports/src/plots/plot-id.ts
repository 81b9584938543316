/**
 * An id of a plot: a network's name may hold what neither an anchor nor every file system takes
 * (`4g+loss=1%` → `4g+loss=1pct`).
 */
export function plotId(...parts: readonly string[]): string {
  return parts
    .join('-')
    .replaceAll('%', 'pct')
    .replaceAll(/[^\w.=+-]/g, '-');
}
