import type { LinkReading } from '@holbench/results/link-certificate';
import { formatNumber } from '../document/format.ts';

/** Median, then the range; '' where there is no reading. */
export function delayText(delay: LinkReading['rttMs'] | undefined): string {
  if (!delay) return '';
  const { median, min, max, n } = delay;
  return `${formatNumber(median)} ms (${formatNumber(min)} – ${formatNumber(max)}, n=${n})`;
}

export function measuredRate(kbps: number): string {
  return kbps >= 1_000 ? `${formatNumber(kbps / 1_000)} Mbit/s` : `${formatNumber(kbps)} kbit/s`;
}

/** Of a kernel: `net.core.rmem_max=4194304, …`. */
export function settingsText(sysctls: Readonly<Record<string, string>>): string {
  const entries = Object.entries(sysctls);
  return entries.map(([name, value]) => `${name}=${value}`).join(', ') || 'none stored';
}
