import { bootstrapInterval, type Interval } from '@holbench/stats/bootstrap';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { Workload } from '@holbench/workload/workload';
import { type PayloadKind } from '@holbench/results/sample';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { LABELS } from '@holbench/scenarios/labels';
import { sortSamples, type SortedSamples } from '@holbench/stats/sorted-samples';
import { median, orderStatistic } from '@holbench/stats/statistics';
import { allRank } from './all-rank.ts';
import { batchOutcomes } from './batch-table.ts';
import { latencies, CENSORED } from './latencies.ts';
import { selectVariants } from './published-table.ts';
import { type ReportData, workloadOn } from './report-data.ts';

/** One variant's place in a measure. */
export interface Standing {
  readonly variant: string;
  readonly valueMs: number;
  /** 95 %, over rounds; null with one round. */
  readonly interval: Interval | null;
  /** The same value of each round alone. */
  readonly rounds: readonly {
    readonly run: string;
    /** The same in all variants of a round. */
    readonly seed: number;
    readonly valueMs: number;
  }[];
  /** A cell that it comes from. */
  readonly cell: string;
  /** False: in one round or more the client was the bottleneck. */
  readonly ranked: boolean;
}

/** What the scenarios without a bulk transfer compare the variants by: one number each, in ms. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  /** Fastest first; only variants with a number. */
  readonly standings: readonly Standing[];
}

interface Definition {
  readonly scenario: string;
  readonly title: string;
  /** Values in ms of one round; empty when it has none, `CENSORED` for failed operations. */
  readonly values: (round: FinishedCell) => readonly number[];
  readonly statistic: (samples: SortedSamples) => number;
}

const p50 = (samples: SortedSamples) => orderStatistic(samples, 0.5);
const object = (kind: PayloadKind) => (kind === 'text' ? 'text CoValue' : 'file');

/** Measures of one network that have at least one variant, in the order of the scenarios. */
export function measures(data: ReportData, network: string): Measure[] {
  const kinds: readonly PayloadKind[] = ['text', 'binary'];
  return kinds
    .flatMap((kind) =>
      definitions(workloadOn(data, network), kind).map((definition) =>
        measure(data, network, kind, definition),
      ),
    )
    .filter(({ standings }) => standings.length > 0);
}

function definitions(workload: Workload, kind: PayloadKind): Definition[] {
  const batches = kind === 'text' ? workload.textBatches : workload.binaryBatches;
  const size = Math.max(0, ...batches);
  return SCENARIOS.flatMap(({ id: scenario, family, direction }): Definition[] => {
    const loads = direction === 'download';
    if (family === 'batches') {
      const title = `${loads ? 'load' : 'create'} ${size} ${object(kind)}s at once (${scenario})`;
      const values = (round: FinishedCell) => batchOutcomes([round], size);
      return [{ scenario, title, values, statistic: median }];
    }
    if (family === 'users') {
      const title = `one of many users ${loads ? 'loads' : 'creates'} a ${object(kind)}, p50 (${scenario})`;
      return [latency(scenario, title, loads ? LABELS.load : LABELS.create)];
    }
    if (family === 'session') {
      const title = `an event reaches a subscriber${kind === 'binary' ? ' with its file' : ''}, p50 (${scenario})`;
      return [latency(scenario, title, LABELS.deliver)];
    }
    return [];
  });
}

function latency(scenario: string, title: string, label: string): Definition {
  return { scenario, title, values: ({ samples }) => latencies(samples, label), statistic: p50 };
}

function measure(
  data: ReportData,
  network: string,
  kind: PayloadKind,
  { scenario, title, values, statistic }: Definition,
): Measure {
  const standings = selectVariants({ data, network, scenario, kind }).flatMap(
    ({ variant, selected }): Standing[] => {
      const rounds = selected.state === 'ok' ? selected.rounds : [];
      const perRound = rounds.map(values);
      const valueMs = measured(statistic, perRound.flat());
      if (valueMs === null) return [];
      return [
        {
          variant: variant.id,
          valueMs,
          interval: bootstrapInterval(perRound, statistic),
          rounds: rounds.flatMap(({ cell: { run, seed } }, index) => {
            const value = measured(statistic, perRound[index] ?? []);
            return value === null ? [] : [{ run, seed, valueMs: value }];
          }),
          cell: rounds[0]?.cell.cell ?? '',
          ranked: allRank(rounds),
        },
      ];
    },
  );
  return {
    id: `${scenario}-${kind}`,
    title,
    standings: standings.toSorted((a, b) => a.valueMs - b.valueMs),
  };
}

/** Null where nothing was measured, or so much failed that the statistic has no value. */
function measured(
  statistic: (samples: SortedSamples) => number,
  values: readonly number[],
): number | null {
  const samples = sortSamples(values);
  if (samples === null) return null;
  const value = statistic(samples);
  return value < CENSORED ? value : null;
}
