import { LABELS } from '@holbench/scenarios/labels';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { ProbeKind } from '../model/holb-rounds.ts';
import { timed } from '../model/latencies.ts';
import { selectArms } from '../model/published-table.ts';
import type { ReportData } from '../model/report-data.ts';
import type { OfArm } from './arms.ts';
import type { Probes } from './holb-data.ts';

/** The phase "self" of one cell, on one clock that begins with the bulk transfer. */
export interface TimeCourse extends OfArm {
  readonly cell: string;
  readonly round: number;
  /** In the order in which they were to be sent. */
  readonly probes: readonly {
    readonly atSeconds: number;
    readonly what: ProbeKind;
    /** Null: no answer. */
    readonly latencyMs: number | null;
  }[];
  /** Goodput of the bulk, payload only. */
  readonly bins: readonly {
    readonly fromSeconds: number;
    readonly toSeconds: number;
    readonly mbps: number;
    /** Mean of the second around `fromSeconds`, of as many bins as there are. */
    readonly meanMbps: number;
  }[];
}

type Bulk = NonNullable<FinishedCell['cell']['phases'][number]['bulk']>;

/** Of each variant and arm the first round that counts. */
export function timeData(
  data: ReportData,
  network: string,
  scenario: Probes['scenario'],
): TimeCourse[] {
  return selectArms({ data, network, scenario, kind: 'text' }).flatMap(({ selected, ...of }) => {
    const [first] = selected.state === 'ok' ? selected.rounds : [];
    const course = first ? timeCourse(first) : null;
    return course === null ? [] : [{ ...of, ...course }];
  });
}

/** @returns null for a cell without probes of that phase. */
export function timeCourse({ cell, samples }: FinishedCell): Omit<TimeCourse, keyof OfArm> | null {
  const bulk = cell.phases.find(({ phase }) => phase === 'self')?.bulk ?? null;
  const kinds: readonly ProbeKind[] = ['load', 'event'];
  const sent = kinds
    .flatMap((what) =>
      timed(samples, LABELS.probe('self', what)).map(({ intendedAtMs, outcome }) => ({
        intendedAtMs,
        what,
        outcome,
      })),
    )
    .toSorted((a, b) => a.intendedAtMs - b.intendedAtMs);
  const [first] = sent;
  if (!first) return null;
  const zeroMs = bulk?.beganAtMs ?? first.intendedAtMs;
  return {
    cell: cell.cell,
    round: cell.round,
    probes: sent.map(({ intendedAtMs, what, outcome }) => ({
      atSeconds: (intendedAtMs - zeroMs) / 1_000,
      what,
      latencyMs: outcome.status === 'ok' ? outcome.durationMs : null,
    })),
    bins: bulk === null ? [] : binsOf(bulk),
  };
}

function binsOf({ binBytes, binMs }: Bulk): TimeCourse['bins'] {
  const seconds = binMs / 1_000;
  const mbps = binBytes.map((bytes) => (bytes * 8) / (seconds * 1_000_000));
  const half = Math.round(0.5 / seconds);
  return mbps.map((each, index) => {
    const around = mbps.slice(Math.max(0, index - half), index + half);
    return {
      fromSeconds: index * seconds,
      toSeconds: (index + 1) * seconds,
      mbps: each,
      meanMbps: around.reduce((sum, one) => sum + one, 0) / around.length,
    };
  });
}
