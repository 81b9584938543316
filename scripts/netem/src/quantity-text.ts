/** "100.4 ms" */
export function milliseconds(ms: number): string {
  return `${rounded(ms, 1)} ms`;
}

/** @param kbps kbit/s. @returns "19.94 Mbit/s" or "498.1 kbit/s". */
export function rate(kbps: number): string {
  return kbps >= 1000 ? `${rounded(kbps / 1000, 2)} Mbit/s` : `${rounded(kbps, 1)} kbit/s`;
}

/** @returns "248.5 kB", of 1000 bytes. */
export function kilobytes(bytes: number): string {
  return `${rounded(bytes / 1000, 1)} kB`;
}

/** @param fraction from 0 to 1. @returns "0.5 %" */
export function percent(fraction: number): string {
  return `${rounded(fraction * 100, 3)} %`;
}

/** Without zeros at the end. */
function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
