import type { Connection } from '@holbench/results/connection';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { RunNetwork } from '@holbench/results/run-network';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { PayloadKind, Sample } from '@holbench/results/sample';
import { type Average, GEOMETRIC_MEAN, MEDIAN } from '@holbench/stats/average';
import { CENSORED } from '@holbench/stats/censored';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import type { Workload } from '@holbench/results/workload';
import type { CountedValue, Statistic } from './round-statistic.ts';

/** `share`: from 0 to 1, printed in per cent; `x`: a ratio; `count`: a number of things. */
export type Unit =
  | 'ms'
  | 's'
  | 's/GB'
  | 'Mbit/s'
  | '1/s'
  | 'MiB'
  | 'MB'
  | 'kB'
  | 'RTT'
  | 'x'
  | '%'
  | 'share'
  | 'count';

/** One finished cell, or one of its connections, with the network and the workload that it ran with. */
export interface Round extends Omit<FinishedCell, 'connections'> {
  readonly network: RunNetwork;
  readonly workload: Workload;
  /**
   * The connection, whose samples, seed and limiting party these are, with those of the one that had the same draw and its
   * transfer elsewhere; absent: the whole cell.
   */
  readonly connection?: Connection;
  readonly elsewhere?: Connection;
}

/** What a cell says once for each of its draws that counts; without connections, the cell. */
export function roundsOf({ connections = [], ...whole }: Round & FinishedCell): Round[] {
  if (connections.length === 0) return [whole];
  const samples = Map.groupBy(whole.samples, ({ connection }) => connection);
  const samplesOf = ({ connection }: Connection) => samples.get(connection) ?? [];
  const counted = connections.filter(({ valid }) => valid);
  return counted.flatMap((connection) => {
    const { seed, limiter, transfer } = connection;
    if (transfer.phase === 'other') return [];
    const elsewhere = counted.find((each) => each.seed === seed && each !== connection);
    return {
      ...whole,
      cell: { ...whole.cell, seed, limiter },
      samples: [...samplesOf(connection), ...(elsewhere ? samplesOf(elsewhere) : [])],
      connection,
      ...(elsewhere && { elsewhere }),
    };
  });
}

/**
 * A figure of a scenario, defined once. Tables, exports, comparisons and the formulas of
 * docs/reference/formulas.md are made from it.
 */
export interface Metric {
  /** Unique in its scenario, such as "load-during". */
  readonly id: string;
  /** Column heading, without unit. In one of several series `…` stands for its name; else it comes last. */
  readonly title: string;
  readonly unit: Unit;
  /** Null where neither direction is better, such as a count. */
  readonly better: 'lower' | 'higher' | null;
  /** Formula, with its source where it has one. */
  readonly definition: string;
  /** The table of its scenario that has it; missing: the first one. */
  readonly table?: MetricTable;
  /** True: only in exports, comparisons and the appendix, in no table of its scenario. */
  readonly detail?: true;
  /** True: left out of its table where no variant has it, as in runs that did not record it yet. */
  readonly whereRecorded?: true;
  /** Several numbers of the same kind, such as one per batch size; missing: a single one. */
  readonly series?: (place: {
    workload: Workload;
    scenario: string;
    kind: PayloadKind;
  }) => readonly string[];
  /** Networks over which it says something; missing: all. */
  readonly appliesTo?: (profile: NetworkProfile) => boolean;
  /** What limits the number of a round; missing: nothing that is checked. */
  readonly cautions?: (round: Round) => readonly Caution[];
  /** True: a number of each cell, also where it has connections. */
  readonly ofCell?: true;
  /** In its unit: the report names the variants above it beside the tables of the place. */
  readonly noteAbove?: number;
  readonly estimate: Estimate;
}

/** A condition that limits what the numbers of a round say. They count, and carry a mark. */
export interface Caution {
  /** Words that name it, unique in its scenario: "one witness". */
  readonly id: string;
  /** The condition in words, for any round. */
  readonly meaning: string;
  /** The same for this round, with its numbers. */
  readonly here: string;
}

/** One of several tables of a scenario. */
export interface MetricTable {
  /** Part of its anchor and of its file's name. */
  readonly id: string;
  readonly title: string;
  /** True: it judges the measurement, or answers a question of few. It is not in `report.md`, and missing where it has no value. */
  readonly evidence?: true;
  /** True: missing where it has no value, as in runs that did not ask. */
  readonly rare?: true;
  /** True: its figures are waits of messages, of which a limit of the browser may be a part. */
  readonly waits?: true;
}

/** How the rounds of a figure become its number. `series` is '' for a metric without series. */
export type Estimate =
  /** The median of one number of each round; or their mean, without an interval: of figures that are to add up. */
  | {
      readonly of: 'rounds' | 'mean of rounds';
      readonly value: (round: Round, series: string, rounds: readonly Round[]) => RoundValue | null;
    }
  /** The geometric mean over connections of one number of each; of differences, which have a base, that of both parts. */
  | { readonly of: 'connections'; readonly value: (round: Round) => RoundValue | null }
  /** A number of all rounds together, or why there is none. */
  | {
      readonly of: 'pooled';
      readonly value: (rounds: readonly Round[]) => CountedValue | null;
    }
  /** The median of a statistic of each round's operations; `CENSORED` for one that failed. */
  | {
      readonly of: 'operations';
      readonly statistic: Statistic;
      readonly values: (round: Round, series: string) => readonly number[];
      /** Why it is missing where no round has a value; default: 'in no round'. */
      readonly without?: string;
      /** What a failed operation took at least, in the unit; missing: not known. */
      readonly bound?: (round: Round) => number;
    }
  /** The most of any round. */
  | { readonly of: 'most'; readonly value: (round: Round, series: string) => number | null }
  /** The sum over rounds. */
  | { readonly of: 'sum'; readonly value: (round: Round, series: string) => number }
  /** The median of the part of a whole of each round. */
  | {
      readonly of: 'share';
      readonly value: (round: Round, series: string) => { part: number; whole: number };
    };

/** How the numbers of a figure become one. */
export function averageFor({ estimate }: Pick<Metric, 'estimate'>): Average {
  return estimate.of === 'connections' ? GEOMETRIC_MEAN : MEDIAN;
}

/** The number of one round; `failed`: it should have one, and something in it failed. */
export type RoundValue = 'failed' | CountedValue;

const byLabelOf = new WeakMap<readonly Sample[], ReadonlyMap<string, readonly Sample[]>>();

/** Samples that count (no warm-up), by label. */
export function byLabel({
  samples,
}: Pick<FinishedCell, 'samples'>): ReadonlyMap<string, readonly Sample[]> {
  const known = byLabelOf.get(samples);
  if (known) return known;
  const counted = samples.filter(({ warmup }) => !warmup);
  const made = Map.groupBy(counted, ({ label }) => label);
  byLabelOf.set(samples, made);
  return made;
}

/** Durations of one label in ms, `CENSORED` for each operation that failed. */
export function durations(finished: Pick<FinishedCell, 'samples'>, label: string): number[] {
  return (byLabel(finished).get(label) ?? []).map(durationOf);
}

/** The same of one operation. */
export function durationOf({ outcome }: Sample): number {
  return outcome.status === 'ok' ? outcome.durationMs : CENSORED;
}

/** Median of durations in ms, failed ones slower than any other; null where that is one of them. */
export function medianDuration(values: readonly number[]): number | null {
  const sorted = sortSamples(values);
  const middle = sorted === null ? CENSORED : median(sorted);
  return middle < CENSORED ? middle : null;
}
