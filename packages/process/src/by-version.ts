/** For `toSorted`: `2.9.1` comes before `2.10.0`. */
export function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
