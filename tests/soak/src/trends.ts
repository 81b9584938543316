import { type FittedLine, fitLine } from './fitted-line.ts';
import type { Reading, SoakResult } from './soak-result.ts';

/** Share of a soak that is warm-up, and the longest. A heap of V8 takes minutes to find its size. */
const WARM_UP_SHARE = 1 / 3;
const MOST_WARM_UP_MINUTES = 10;
/**
 * The line is fitted to means of so many equal times: a reading resembles its neighbours, so that an interval from
 * single readings would be too narrow.
 */
const BLOCKS = 12;

/** Shortest time after the warm-up that says something of memory, in minutes. */
const LEAST_MINUTES = 9;

/** Most that memory may grow, in MiB a minute. */
export const MOST_GROWTH = 1;
/** Most descriptors that may be held at the end of the fitted line beyond those at its begin. */
export const MOST_DESCRIPTORS = 5;

export const MEASURES = ['memoryMib', 'descriptors', 'diskMib', 'slowestLoadMs'] as const;
export type Measure = (typeof MEASURES)[number];

/** How a variant's figures change after its warm-up, per minute. Null: too few readings. */
export interface Trends {
  readonly warmUpMinutes: number;
  readonly lines: Readonly<Record<Measure, FittedLine | null>>;
}

export function trendsOf(readings: readonly Reading[]): Trends {
  const minutes = readings.at(-1)?.atMinutes ?? 0;
  const warmUpMinutes = Math.min(MOST_WARM_UP_MINUTES, minutes * WARM_UP_SHARE);
  const warm = readings.filter(({ atMinutes }) => atMinutes >= warmUpMinutes);
  const lineOf = (measure: Measure): FittedLine | null =>
    fitLine(
      blocksOf(warm, warmUpMinutes, minutes).flatMap((block) => {
        const values = block.flatMap((reading) => reading[measure] ?? []);
        return values.length === 0
          ? []
          : [[mean(block.map((each) => each.atMinutes)), mean(values)] as const];
      }),
    );
  return {
    warmUpMinutes,
    lines: {
      memoryMib: lineOf('memoryMib'),
      descriptors: lineOf('descriptors'),
      diskMib: lineOf('diskMib'),
      slowestLoadMs: lineOf('slowestLoadMs'),
    },
  };
}

function blocksOf(readings: readonly Reading[], from: number, to: number): Reading[][] {
  const place = ({ atMinutes }: Reading): number =>
    Math.min(BLOCKS - 1, Math.floor(((atMinutes - from) / (to - from)) * BLOCKS));
  return [...Map.groupBy(readings, place).values()];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** `undecided`: the interval of the slope holds values on both sides of the limit. */
export type Verdict = 'passed' | 'failed' | 'undecided';

/** The faults of a variant, a line each, and what was too short to judge. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

export function judge({ readings, failures, ended }: SoakResult): Judgement {
  const { lines, warmUpMinutes } = trendsOf(readings);
  const { memoryMib, descriptors } = lines;
  const reasons = Object.entries(failures).map(([what, count]) => `${what} (${count})`);
  if (ended !== null) reasons.push(ended);
  const minutes = (readings.at(-1)?.atMinutes ?? 0) - warmUpMinutes;
  const more = (descriptors?.slope ?? 0) * minutes;
  if (descriptors && more - descriptors.slopeError * minutes > MOST_DESCRIPTORS) {
    reasons.push(`${more.toFixed(0)} descriptors more after ${minutes.toFixed(1)} min`);
  }
  const isLong = minutes >= LEAST_MINUTES;
  if (isLong && memoryMib && memoryMib.slope - memoryMib.slopeError > MOST_GROWTH) {
    reasons.push(`memory grows by ${slopeText(memoryMib)} MiB/min`);
  }
  if (reasons.length > 0) return { verdict: 'failed', reasons };
  if (!memoryMib || !descriptors) return { verdict: 'undecided', reasons: ['too few readings'] };
  if (!isLong)
    return {
      verdict: 'undecided',
      reasons: [`too short: ${minutes.toFixed(1)} min after warm-up`],
    };
  if (memoryMib.slope + memoryMib.slopeError <= MOST_GROWTH) return { verdict: 'passed', reasons };
  return { verdict: 'undecided', reasons: [`memory grows by ${slopeText(memoryMib)} MiB/min`] };
}

/** `0.32 (95 % CI −0.10 to 0.74)` */
export function slopeText({ slope, slopeError }: FittedLine): string {
  const [low, high] = [slope - slopeError, slope + slopeError];
  return `${slope.toFixed(2)} (95 % CI ${low.toFixed(2)} to ${high.toFixed(2)})`;
}
