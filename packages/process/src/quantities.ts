import { UserError } from './user-error.ts';

/*
 * The notation of quantities on the command line. Every parser takes the complete text and `of`,
 * its name for errors ("--file-size", "dsl.json: loss"). It throws a `UserError` that says what is
 * wrong and what to write.
 */

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
/** Powers of 1024, as in `sysctl`. Without "kb", which is 1000 to some tools and 1024 to others. */
const SIZE_UNITS = { '': 1, k: KIB, kib: KIB, m: MIB, mib: MIB, g: GIB, gib: GIB } as const;
const TIME_UNITS = { us: 0.001, ms: 1, s: 1_000 } as const;

/** Range of a quantity, both ends included, in the unit of its parser. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * "1048576", "100k", "100KiB", "1m", "1GiB" → bytes.
 * @param orWord a word that the option takes besides sizes, for the error.
 */
export function parseSize(text: string, of: string, range: Range, orWord?: string): number {
  const bytes = quantity(text, SIZE_UNITS);
  if (bytes !== null && Number.isInteger(bytes) && isWithin(bytes, range)) return bytes;
  const examples = range.most >= MIB ? ['1MiB', '1048576'] : ['16KiB', '16384'];
  const all = orWord === undefined ? examples : [...examples, orWord];
  const limits = `${formatSize(range.least)} to ${formatSize(range.most)}`;
  throw notA(`size from ${limits}`, text, of, listed(all));
}

/** "50ms", "0.5s", "800us" → ms. */
export function parseDuration(text: string, of: string, range: Range): number {
  const ms = text === '0' ? 0 : quantity(text, TIME_UNITS);
  if (ms !== null && isWithin(ms, range)) return ms;
  throw notA(
    `time from ${range.least}ms to ${range.most / TIME_UNITS.s}s`,
    text,
    of,
    '50ms or 0.5s',
  );
}

/** "10s", "10000ms" → whole seconds. */
export function parseSeconds(text: string, of: string, range: Range): number {
  const ms = quantity(text, TIME_UNITS);
  const seconds = ms === null ? NaN : ms / TIME_UNITS.s;
  if (Number.isInteger(seconds) && isWithin(seconds, range)) return seconds;
  throw notA(`time in whole seconds from ${range.least}s to ${range.most}s`, text, of, '10s');
}

/** 16384 → "16k", 1048576 → "1m": the shortest text that `parseSize` reads as the same. */
export function formatSize(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}m`;
  return bytes % KIB === 0 ? `${bytes / KIB}k` : String(bytes);
}

/** A decimal number and one of `units`, in any case, and nothing else; null for any other text. */
export function quantity(text: string, units: Readonly<Record<string, number>>): number | null {
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)([a-z%]*)$/i.exec(text) ?? [];
  const factor = new Map(Object.entries(units)).get(unit.toLowerCase());
  return digits === undefined || factor === undefined ? null : clean(Number(digits) * factor);
}

/** Removes the rounding error of products of decimal fractions: 0.07 × 100 → 7. */
export function clean(value: number): number {
  return Number(value.toPrecision(12));
}

/** "--file-size: '1x' is not a size; use 1MiB or 1048576" */
export function notA(what: string, text: string, of: string, use: string): UserError {
  return new UserError(`${of}: '${text}' is not a ${what}; use ${use}`);
}

/** "a, b or c" */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

function isWithin(value: number, { least, most }: Range): boolean {
  return value >= least && value <= most;
}
