import type { Interval } from '@holbench/stats/bootstrap';
import type { ProbePhase } from '@holbench/results/sample';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { percentile } from '@holbench/stats/statistics';
import { missingFigure, percentileFigure } from '../model/figure.ts';
import { probeRounds, type ProbeKind } from '../model/holb-rounds.ts';
import { CENSORED } from '../model/latencies.ts';
import { selectArms } from '../model/published-table.ts';
import type { ReportData } from '../model/report-data.ts';
import type { OfArm } from './arms.ts';

/** Which probes a plot is about. */
export interface Probes {
  /** One of those beside a bulk transfer. */
  readonly scenario: string;
  readonly what: ProbeKind;
}

export const PHASES = ['idle', 'foreign', 'self'] as const satisfies readonly ProbePhase[];

/** One phase of one variant, all rounds together; an unanswered probe is slower than any other. */
export interface HolbPhase {
  readonly phase: ProbePhase;
  /** Null: most probes were not answered. */
  readonly medianMs: number | null;
  /** 95 % over rounds; `high` may be `CENSORED`. Null with one round. */
  readonly interval: Interval | null;
  /** Null where n is too small for it; `CENSORED` where more than a twentieth was not answered. */
  readonly p95Ms: number | null;
  readonly sent: number;
  readonly unanswered: number;
}

export interface HolbVariant extends OfArm {
  /** Empty where nothing counts. */
  readonly phases: readonly HolbPhase[];
  /** Why there is nothing: `invalid`, `unsupported` … */
  readonly missing: string | null;
}

/** Variants in the order of the registry, each with its arms; what was not run is left out. */
export function holbData(
  data: ReportData,
  network: string,
  { scenario, what }: Probes,
): HolbVariant[] {
  return selectArms({ data, network, scenario, kind: 'text' }).flatMap(
    ({ selected, ...of }): HolbVariant[] => {
      if (selected.state === 'not-run') return [];
      if (selected.state !== 'ok') {
        return [{ ...of, phases: [], missing: missingFigure(selected).text }];
      }
      const phases = PHASES.flatMap((phase) =>
        phaseOf(phase, probeRounds(selected.rounds, phase, what)),
      );
      return [{ ...of, phases, missing: phases.length === 0 ? 'no probe' : null }];
    },
  );
}

function phaseOf(phase: ProbePhase, rounds: readonly (readonly number[])[]): HolbPhase[] {
  const samples = sortSamples(rounds.flat());
  if (samples === null) return [];
  const p50 = percentileFigure(rounds, 0.5, null);
  const p95 = percentile(samples, 0.95);
  return [
    {
      phase,
      medianMs: p50.value,
      interval: p50.interval,
      p95Ms: p95.status === 'ok' ? p95.value : null,
      sent: samples.length,
      unanswered: samples.filter((value) => value >= CENSORED).length,
    },
  ];
}
