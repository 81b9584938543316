import { clean, notA, parseDuration, quantity, type Range } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import { MTU_BYTES } from './topology/sides.ts';

/*
 * Quantities of networks, in the notation of `@holbench/process/quantities`: rates, losses, queues.
 * Prefixes of rates and of a queue in kB and MB are powers of 1000, in KiB and MiB of 1024.
 */

export const MIN_RATE_KBPS = 8;
export const MAX_RATE_KBPS = 10_000_000;
const DELAY_MS: Range = { least: 0, most: 5_000 };
const MAX_BURST_PACKETS = 1_000;
const MAX_QUEUE_PACKETS = 100_000;
const MAX_QUEUE_BYTES = 1_000_000_000;
const MAX_QUEUE_BDP = 100;
const MAX_QUEUE_MS = 10_000;

/** A queue's size as written; a `bdp` or a time becomes bytes once rate and round trip are known. */
export type QueueSize =
  | { readonly kind: 'bdp'; readonly multiple: number }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'packets'; readonly packets: number }
  | { readonly kind: 'codel' };

const RATE_UNITS = { bit: 0.001, kbit: 1, mbit: 1_000, gbit: 1_000_000 } as const;
const BYTE_UNITS = { b: 1, kb: 1_000, mb: 1_000_000, kib: 1024, mib: 1024 ** 2 } as const;

/** "20mbit", "500kbit/s" → kbit/s. */
export function parseRate(text: string, of: string): number {
  if (/^\d+(\.\d+)?[kmg]?bps$/i.test(text)) {
    throw new UserError(
      `${of}: '${text}' is bits to some tools and bytes to others; write a rate in bits: 20mbit`,
    );
  }
  const kbps = quantity(text.replace(/(?<=bit)\/s$/i, ''), RATE_UNITS);
  if (kbps !== null && kbps >= MIN_RATE_KBPS && kbps <= MAX_RATE_KBPS) return kbps;
  throw notA('rate from 8kbit to 10gbit', text, of, '500kbit, 20mbit or 1gbit');
}

/** "50ms", "0.5s", "800us" → ms. */
export function parseDelay(text: string, of: string): number {
  return parseDuration(text, of, DELAY_MS);
}

/** "0.5%" → 0.005. A bare number is refused with its possible meanings, except 0. */
export function parseLoss(text: string, of: string): number {
  if (text === '0') return 0;
  const percent = quantity(text, { '%': 1 });
  if (percent !== null && percent <= 100) return clean(percent / 100);
  const bare = /^(\d+|\d*\.\d+)$/.test(text) ? Number(text) : NaN;
  if (bare > 0 && bare <= 100) {
    const meant = [`${bare}% (${clean(bare * 10)} of 1000 packets)`];
    if (bare <= 1) meant.push(`${clean(bare * 100)}% (${clean(bare * 1000)} of 1000 packets)`);
    throw new UserError(`${of}: '${text}' has no unit; write ${meant.join(' or ')}`);
  }
  throw notA('loss from 0% to 100%', text, of, '0.5% or 50%');
}

/** "4" → 4, the mean length of a run of losses, in packets. */
export function parseBurst(text: string, of: string): number {
  const packets = quantity(text, { '': 1 });
  if (packets !== null && packets >= 1 && packets <= MAX_BURST_PACKETS) return packets;
  throw notA('number of packets from 1 (independent) to 1000', text, of, '4');
}

/** "1bdp", "1s", "100p", "64kB" or "codel". */
export function parseQueue(text: string, of: string): QueueSize {
  if (text === 'codel') return { kind: 'codel' };
  const multiple = quantity(text, { bdp: 1 });
  if (multiple !== null && multiple > 0 && multiple <= MAX_QUEUE_BDP) {
    return { kind: 'bdp', multiple };
  }
  const ms = quantity(text, { ms: 1, s: 1_000 });
  if (ms !== null && ms >= 1 && ms <= MAX_QUEUE_MS) return { kind: 'time', ms };
  const packets = quantity(text, { p: 1 });
  if (packets !== null && packets >= 1 && packets <= MAX_QUEUE_PACKETS && packets % 1 === 0) {
    return { kind: 'packets', packets };
  }
  const bytes = quantity(text, BYTE_UNITS);
  if (bytes !== null && bytes >= MTU_BYTES && bytes <= MAX_QUEUE_BYTES) {
    return { kind: 'bytes', bytes: Math.round(bytes) };
  }
  throw notA(
    'queue',
    text,
    of,
    '1bdp (at most 100bdp), 1s (1ms to 10s), 100p (1p to 100000p), 64kB (one full packet, 1500B, to 1000MB) or codel',
  );
}

/** 20000 → "20mbit": the shortest spelling, which `parseRate` reads as the same rate. */
export function formatRate(kbps: number): string {
  if (kbps >= 1_000_000) return `${clean(kbps / 1_000_000)}gbit`;
  return kbps >= 1_000 ? `${clean(kbps / 1_000)}mbit` : `${kbps}kbit`;
}

/** 0.005 → "0.5%". */
export function formatLoss(fraction: number): string {
  return `${clean(fraction * 100)}%`;
}

/** The spelling that `parseQueue` reads as the same size. */
export function formatQueue(queue: QueueSize): string {
  switch (queue.kind) {
    case 'bdp':
      return `${queue.multiple}bdp`;
    case 'time':
      return `${queue.ms}ms`;
    case 'packets':
      return `${queue.packets}p`;
    case 'bytes':
      return queue.bytes % 100 === 0 ? `${queue.bytes / 1_000}kB` : `${queue.bytes}B`;
    case 'codel':
      return 'codel';
  }
}
