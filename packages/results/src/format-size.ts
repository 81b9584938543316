/** 16384 → "16k", 1048576 → "1m": the shortest spelling in powers of 1024, as `sysctl` reads them. */
export function formatSize(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}m`;
  return bytes % 1024 === 0 ? `${bytes / 1024}k` : String(bytes);
}
