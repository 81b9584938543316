import type { ProbePhase } from '@holbench/results/sample';
import { probeRounds } from '../model/holb-rounds.ts';
import { CENSORED } from '../model/latencies.ts';
import { selectArms } from '../model/published-table.ts';
import type { ReportData } from '../model/report-data.ts';
import type { OfArm } from './arms.ts';
import { PHASES, type Probes } from './holb-data.ts';

/** An empirical distribution function, all rounds together. */
export interface Distribution {
  /** Share of all probes sent that were answered within `ms`, rising. Ends below 1 where some were not. */
  readonly points: readonly { readonly ms: number; readonly share: number }[];
  readonly sent: number;
  readonly unanswered: number;
}

export interface EcdfCurve extends Distribution {
  readonly phase: ProbePhase;
}

export interface EcdfVariant extends OfArm {
  readonly curves: readonly EcdfCurve[];
}

/** Variants in the order of the registry, each with its arms; only those with a curve. */
export function ecdfData(
  data: ReportData,
  network: string,
  { scenario, what }: Probes,
): EcdfVariant[] {
  return selectArms({ data, network, scenario, kind: 'text' }).flatMap(({ selected, ...of }) => {
    if (selected.state !== 'ok') return [];
    const curves = PHASES.flatMap((phase) => {
      const curve = ecdf(probeRounds(selected.rounds, phase, what).flat());
      return curve === null ? [] : [{ phase, ...curve }];
    });
    return curves.length === 0 ? [] : [{ ...of, curves }];
  });
}

/** Steps that a curve is drawn with: more cannot be told apart in 100 pixels. */
const STEPS = 100;

/**
 * @param latenciesMs of all probes sent, `CENSORED` for those without an answer.
 * @returns null without probes.
 */
export function ecdf(latenciesMs: readonly number[], steps = STEPS): Distribution | null {
  const sent = latenciesMs.length;
  if (sent === 0) return null;
  const answered = latenciesMs.filter((ms) => ms < CENSORED).toSorted((a, b) => a - b);
  const points = answered
    .map((ms, index) => ({ ms, share: (index + 1) / sent }))
    // Of equal latencies the last: the share within them.
    .filter(({ ms }, index) => answered[index + 1] !== ms);
  const kept = points.filter(({ share }, index) => {
    const before = points[index - 1];
    const isEnd = before === undefined || index === points.length - 1;
    return isEnd || Math.floor(share * steps) > Math.floor(before.share * steps);
  });
  return { points: kept, sent, unanswered: sent - answered.length };
}
