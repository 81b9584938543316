/** A duration with three significant digits: `4.21 ms`, `93.1 ms`, `1.34 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${significant(milliseconds / 1000)} s`;
  return `${significant(milliseconds)} ms`;
}

/** Bytes in binary units: `100 KiB`, `50 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${significant(bytes / 1024 ** 3)} GiB`;
  if (bytes >= 1024 ** 2) return `${significant(bytes / 1024 ** 2)} MiB`;
  if (bytes >= 1024) return `${significant(bytes / 1024)} KiB`;
  return `${bytes} B`;
}

/** A number with three significant digits, in full: 1230, 12.3, 0.123. */
export function significant(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return String(Number(value.toFixed(decimals)));
}
