import { holbDelay, inflation, type PairedFigure } from '@holbench/stats/paired-rounds';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { ProbePhase } from '@holbench/results/sample';
import { failedFigure, percentileFigure, plainFigure } from './figure.ts';
import { formatNumber } from './format.ts';
import { pairedRounds, probeRounds, type ProbeKind } from './holb-rounds.ts';
import { CENSORED } from './latencies.ts';
import type { Figure } from './table.ts';

/** What says how long a small message waits behind a bulk transfer, of one variant. */
export interface HolbFigures {
  /** Medians in ms, all rounds together. */
  readonly idle: Figure;
  readonly foreign: Figure;
  readonly self: Figure;
  /** Self − foreign, in ms, and self ÷ idle: paired by round. Null where no round has both. */
  readonly delay: PairedFigure | null;
  readonly inflation: PairedFigure | null;
  /** A round's median is of a message that was given up: delay and inflation are lower bounds. */
  readonly atLeast: boolean;
  /** Of the probes on the bulk's own connection. */
  readonly sent: number;
  readonly unanswered: number;
}

export function holbFigures(rounds: readonly FinishedCell[], what: ProbeKind): HolbFigures {
  const cell = rounds[0]?.cell.cell ?? null;
  const p50 = (phase: ProbePhase) => percentileFigure(probeRounds(rounds, phase, what), 0.5, cell);
  const selfRounds = probeRounds(rounds, 'self', what);
  const self = selfRounds.flat();
  const unanswered = (all: readonly number[]) => all.filter((ms) => ms >= CENSORED).length;
  return {
    idle: p50('idle'),
    foreign: p50('foreign'),
    self: p50('self'),
    delay: holbDelay(pairedRounds(rounds, { loaded: 'self', base: 'foreign' }, what)),
    inflation: inflation(pairedRounds(rounds, { loaded: 'self', base: 'idle' }, what)),
    sent: self.length,
    atLeast: selfRounds.some((round) => round.length > 0 && 2 * unanswered(round) >= round.length),
    unanswered: unanswered(self),
  };
}

/** A paired figure as one of a table; `≥` where it is a lower bound. */
export function pairedFigure(
  figure: PairedFigure | null,
  cell: string | null,
  atLeast = false,
): Figure {
  if (figure === null) return failedFigure('no round has both phases', cell);
  return {
    ...plainFigure(figure.value, cell),
    text: boundText(figure.value, atLeast),
    interval: figure.interval,
    rounds: figure.rounds,
  };
}

/** `1,660`, or `≥ 11,376`. */
export function boundText(value: number, atLeast: boolean): string {
  return atLeast ? `≥ ${formatNumber(value)}` : formatNumber(value);
}
