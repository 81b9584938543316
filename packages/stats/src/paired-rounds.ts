import { bootstrapInterval, type Interval } from './bootstrap.ts';
import { sortSamples, type SortedSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';

/**
 * Two phases of one cell: over the same link, one after the other. They meet different stretches of
 * its sequence of losses, which rounds average out.
 */
export interface PairedRound {
  readonly loaded: SortedSamples;
  readonly base: SortedSamples;
}

export interface PairedFigure {
  /** Median over the rounds of the figure of each. */
  readonly value: number;
  /** 95 %, bootstrap over rounds; null for one round. */
  readonly interval: Interval | null;
  readonly rounds: number;
}

/**
 * Head-of-line blocking delay, in ms: the additional wait of a small message if the bulk transfer
 * is on its own connection (`loaded`: self) instead of another one (`base`: foreign). Both share
 * the network's queue, which therefore cancels out. Difference of the medians of each round.
 * @returns null without rounds.
 */
export function holbDelay(rounds: readonly PairedRound[]): PairedFigure | null {
  return pairedDifference(rounds);
}

/** Median of `loaded` − median of `base` of each round, in their unit. @returns null without rounds. */
export function pairedDifference(rounds: readonly PairedRound[]): PairedFigure | null {
  return overRounds(rounds, ({ loaded, base }) => median(loaded) - median(base));
}

/**
 * Latency of a message under load (`loaded`) ÷ alone (`base`: idle): ratio of the medians of each
 * round.
 * @returns null without rounds.
 */
export function inflation(rounds: readonly PairedRound[]): PairedFigure | null {
  return overRounds(rounds, ({ loaded, base }) => median(loaded) / median(base));
}

function overRounds(
  rounds: readonly PairedRound[],
  figure: (round: PairedRound) => number,
): PairedFigure | null {
  // A base of 0 ms has no multiple; it is below the clock's resolution.
  const figures = rounds.map(figure).filter(Number.isFinite);
  const sorted = sortSamples(figures);
  if (sorted === null) return null;
  return {
    value: median(sorted),
    // One figure per round, so the cluster bootstrap draws whole figures.
    interval: bootstrapInterval(
      figures.map((one) => [one]),
      median,
    ),
    rounds: figures.length,
  };
}
