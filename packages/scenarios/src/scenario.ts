import type { ScenarioFeature } from '@holbench/factors/factor';
import type { FactorValues } from '@holbench/factors/values';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { PayloadKind, Sample } from '@holbench/results/sample';
import type { Variant } from '@holbench/variants/registry';
import type { NetworkParameter, PresetName, RunParameter } from '@holbench/workload/parameters';
import type { RunParameters, Workload } from '@holbench/workload/workload';

/**
 * Whose tables of the report read a scenario's samples, by their labels (`labels.ts`); one scenario
 * alone may be one. A folder of `families/` is files that scenarios share, whoever reads them.
 */
export type ScenarioFamily = 'batches' | 'users' | 'session' | 'beside-bulk' | 'set-up' | 'fan-out';

/** Which way data moves: loads come down, creations go up. */
export type Direction = 'download' | 'upload';

/**
 * What a scenario is, as data. What it does stands beside it in its folder: `page.ts` runs in the
 * browser, `drive.ts` opens pages and records, `metrics.ts` says what one round yields.
 */
export interface Scenario {
  /** Short name on the command line and in every table, such as "4f". */
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly PayloadKind[];
  /** Presets that run it without being asked to. */
  readonly presets: readonly PresetName[];
  /** Parameters that it obeys. */
  readonly parameters: readonly (NetworkParameter | RunParameter)[];
  readonly features: readonly ScenarioFeature[];
  /** None: what it yields is read by its metrics alone. */
  readonly family?: ScenarioFamily;
  /** Of its operations, or of its bulk transfer; none where they go both ways. */
  readonly direction?: Direction;
  /** Which parameter is the size of the files of its server. */
  readonly files: 'fileBytes' | 'userFileBytes' | 'bulkFileBytes';
  /** A parameter that is a list: one cell for each of its values, with a server of its own. */
  readonly cellPer?: 'fanOut';
  /** Expected duration of one cell on two cores, in seconds, without its link. */
  readonly plannedSeconds: (cell: CellPlan) => number;
  /**
   * Expected durations of the transfers that follow one another, in seconds; operations time out by
   * the longest. Missing: all operations are small.
   */
  readonly transfers?: (cell: CellPlan) => readonly number[];
  /** Least duration of a cell's phases, in seconds, where they last a set time. */
  readonly phaseSeconds?: (network: PlannedNetwork) => number;
  /** Why the samples of a cell do not count, one reason each; none when they do. */
  readonly problems?: (evidence: CellEvidence) => string[];
}

/** A network and how much moves over it. */
export interface PlannedNetwork {
  readonly profile: NetworkProfile;
  readonly workload: Workload;
}

/** A cell before it runs, as far as its duration depends on it. */
export interface CellPlan {
  readonly kind: PayloadKind;
  readonly network: PlannedNetwork;
  readonly fanOut: number | null;
  readonly factors: Pick<FactorValues, 'batchMs'>;
  readonly run: RunParameters;
}

/** What a finished cell is judged by. */
export interface CellEvidence {
  readonly samples: readonly Sample[];
  readonly variant: Pick<Variant, 'transport'>;
  /** Requests of the variant's own protocol, by the server's or the proxy's count. */
  readonly served: number;
  /** Files of the bulk transfer that moved at once. */
  readonly bulkStreams: number;
}
