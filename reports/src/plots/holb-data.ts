import type { Interval } from '@holbench/results/bootstrap';
import type { ProbePhase } from '@holbench/results/sample';
import { sortSamples } from '@holbench/results/sorted-samples';
import { percentile } from '@holbench/results/statistics';
import type { Variant } from '@holbench/variants/registry';
import { missingFigure, percentileFigure } from '../model/figure.ts';
import { probeRounds, type ProbeKind } from '../model/holb-rounds.ts';
import { NEVER } from '../model/latencies.ts';
import { selectVariants } from '../model/published-table.ts';
import type { ReportData } from '../model/report-data.ts';

/** Which probes a plot is about: those beside a download (4f) or an upload (4g). */
export interface Probes {
  readonly scenario: '4f' | '4g';
  readonly what: ProbeKind;
}

export const PHASES = ['idle', 'foreign', 'self'] as const satisfies readonly ProbePhase[];

/** One phase of one variant, all rounds together; an unanswered probe is slower than any other. */
export interface HolbPhase {
  readonly phase: ProbePhase;
  /** Null: most probes were not answered. */
  readonly medianMs: number | null;
  /** 95 % over rounds; `high` may be `NEVER`. Null with one round. */
  readonly interval: Interval | null;
  /** Null where n is too small for it; `NEVER` where more than a twentieth was not answered. */
  readonly p95Ms: number | null;
  readonly sent: number;
  readonly unanswered: number;
}

export interface HolbVariant {
  readonly variant: Variant;
  /** Empty where nothing counts. */
  readonly phases: readonly HolbPhase[];
  /** Why there is nothing: `invalid`, `unsupported` … */
  readonly missing: string | null;
}

/** In the order of the registry; variants that were not run are left out. */
export function holbData(
  data: ReportData,
  network: string,
  { scenario, what }: Probes,
): HolbVariant[] {
  return selectVariants({ data, network, scenario, kind: 'text' }).flatMap(
    ({ variant, selected }): HolbVariant[] => {
      if (selected.state === 'not-run') return [];
      if (selected.state !== 'ok') {
        return [{ variant, phases: [], missing: missingFigure(selected).text }];
      }
      const phases = PHASES.flatMap((phase) =>
        phaseOf(phase, probeRounds(selected.rounds, phase, what)),
      );
      return [{ variant, phases, missing: phases.length === 0 ? 'no probe' : null }];
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
      unanswered: samples.filter((value) => value >= NEVER).length,
    },
  ];
}
