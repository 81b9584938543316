import type { DownOrUp, LinkTrace } from '@holbench/results/network-profile';

/** Recorded capacity of a link: packets of 1,500 bytes that could leave in each step. It repeats. */
export interface Trace {
  /** Name of its file, without folder; of two files, joined by "+". */
  readonly file: string;
  /** Of its counts as our CSV (`formatTrace`). */
  readonly sha256: string;
  readonly stepMs: number;
  readonly packets: Readonly<Record<DownOrUp, readonly number[]>>;
}

const BITS_PER_PACKET = 1_500 * 8;

export function lengthMs({ stepMs, packets }: Trace): number {
  return stepMs * packets.down.length;
}

/** Rate of each step, in kbit/s. */
export function ratesKbps({ stepMs, packets }: Trace, direction: DownOrUp): number[] {
  return packets[direction].map((count) => (count * BITS_PER_PACKET) / stepMs);
}

/** What a manifest has of one direction. */
export function summaryOf(trace: Trace, direction: DownOrUp): LinkTrace {
  const { file, sha256, stepMs } = trace;
  const rates = ratesKbps(trace, direction);
  return {
    file,
    sha256,
    stepMs,
    lengthMs: lengthMs(trace),
    meanKbps: mean(rates),
    leastKbps: extreme(rates, Math.min),
    mostKbps: extreme(rates, Math.max),
    longestGapMs: stepMs * longestGap(rates),
  };
}

export function mean(rates: readonly number[]): number {
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** Of more numbers than a call takes arguments. */
export function extreme(
  rates: readonly number[],
  better: (a: number, b: number) => number,
): number {
  return rates.reduce((best, rate) => better(best, rate));
}

/** Steps without capacity in a row, also across the end, where the trace repeats. */
function longestGap(rates: readonly number[]): number {
  let [longest, gap] = [0, 0];
  for (const rate of [...rates, ...rates]) {
    gap = rate === 0 ? gap + 1 : 0;
    longest = Math.max(longest, gap);
  }
  return longest;
}
