import { holbDelay, inflation, type PairedFigure } from '@holbench/results/holb/paired-rounds';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { ProbePhase } from '@holbench/results/sample';
import { failedFigure, percentileFigure, plainFigure } from './figure.ts';
import { formatNumber } from './format.ts';
import { pairedRounds, probeRounds, type ProbeKind } from './holb-rounds.ts';
import { NEVER } from './latencies.ts';
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
  /** Of the probes on the bulk's own connection. */
  readonly sent: number;
  readonly unanswered: number;
}

export function holbFigures(rounds: readonly FinishedCell[], what: ProbeKind): HolbFigures {
  const cell = rounds[0]?.cell.cell ?? null;
  const p50 = (phase: ProbePhase) => percentileFigure(probeRounds(rounds, phase, what), 0.5, cell);
  const self = probeRounds(rounds, 'self', what).flat();
  return {
    idle: p50('idle'),
    foreign: p50('foreign'),
    self: p50('self'),
    delay: holbDelay(pairedRounds(rounds, { loaded: 'self', base: 'foreign' }, what)),
    inflation: inflation(pairedRounds(rounds, { loaded: 'self', base: 'idle' }, what)),
    sent: self.length,
    unanswered: self.filter((ms) => ms >= NEVER).length,
  };
}

/** A paired figure as one of a table. */
export function pairedFigure(figure: PairedFigure | null, cell: string | null): Figure {
  if (figure === null) return failedFigure('no round has both phases', cell);
  return {
    ...plainFigure(figure.value, cell),
    text: formatNumber(figure.value),
    interval: figure.interval,
    rounds: figure.rounds,
  };
}
