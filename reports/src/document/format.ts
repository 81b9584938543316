import { CENSORED } from '@holbench/stats/censored';

/** With digits after the point, by their number. Made once: `toLocaleString` makes one each time. */
const FIXED = { 0: numberFormat(0, 0), 1: numberFormat(1, 1), 2: numberFormat(2, 2) } as const;
const AS_GIVEN = numberFormat(0, 3);

/** A measured number with three or more significant digits: 1.23, -81.0, 123.4, 12,345. */
export function formatNumber(value: number): string {
  if (value >= CENSORED) return 'never';
  const size = Math.abs(value);
  const digits = size < 10 ? 2 : size < 1000 ? 1 : 0;
  // What rounds to nothing has no sign.
  return FIXED[digits].format(value).replace(/^-(?=0\.?0*$)/, '');
}

/** A count, or a number that somebody else has rounded already. */
export function formatAsGiven(value: number): string {
  return AS_GIVEN.format(value);
}

/** `100 %`, never rounded up to it, nor down to nothing. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  const rounded = part < whole ? Math.min(99.9, Math.round(percent * 10) / 10) : 100;
  return `${rounded} %`;
}

/** A configured rate; 1 kbit = 1000 bit. */
export function formatRate(kbps: number): string {
  return kbps >= 1_000 ? `${formatAsGiven(kbps / 1_000)} Mbit/s` : `${formatAsGiven(kbps)} kbit/s`;
}

/** Bytes in binary units: `50 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const power = units.findIndex((_, index) => bytes < 1024 ** (index + 1));
  const unit = power === -1 ? units.length - 1 : power;
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${units[unit]}`;
}

/** `1 round`, `3 rounds`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first letter of a sentence that is made of other words. */
export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function numberFormat(minimumFractionDigits: number, maximumFractionDigits: number) {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits, maximumFractionDigits });
}
