import type { ScenarioFeature } from '@holbench/factors/factor';
import type { FactorValues } from '@holbench/factors/values';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { PayloadKind, Sample } from '@holbench/results/sample';
import type { Variant } from '@holbench/variants/registry';
import type { ParameterName } from '@holbench/results/parameters';
import type { Workload } from '@holbench/results/workload';

/**
 * Names the tables of the report that read a scenario's samples, by their labels (`labels.ts`). The
 * folders in `families/` are another thing: files that scenarios share.
 */
export type ScenarioFamily = 'batches' | 'users' | 'session' | 'bursts' | 'beside-bulk' | 'set-up';

/** Which way data moves: loads come down, creations go up. */
export type Direction = 'download' | 'upload';

/**
 * A scenario as data. Its code is in the same folder: `page.ts` runs in the browser, `drive.ts`
 * opens pages and records, `metrics.ts` defines the numbers of a round.
 */
export interface Scenario {
  /** Short name on the command line and in every table, such as "download". */
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly PayloadKind[];
  /** Parameters that it obeys. */
  readonly parameters: readonly ParameterName[];
  readonly features: readonly ScenarioFeature[];
  /** None: its samples are read by its metrics alone. */
  readonly family?: ScenarioFamily;
  /** Of its operations, or of its bulk transfer; none where data moves both ways. */
  readonly direction?: Direction;
  /** The parameter for the size of its server's files. */
  readonly files: 'fileBytes' | 'userFileBytes' | 'bulkFileBytes';
  /** Expected duration of one cell on two cores, in seconds, without its link. */
  readonly plannedSeconds: (cell: CellPlan) => number;
  /**
   * Expected durations of the transfers that follow one another, in seconds; operations time out by
   * the longest. Missing: all operations are small.
   */
  readonly transfers?: (cell: CellPlan) => readonly number[];
  /**
   * True: its cells may run side by side over emulated networks, because the drive does everything in
   * `setUp` or `measure`. Only what is in `measure` is then judged by its resources.
   */
  readonly sideBySide?: true;
  /** Labels of the medians that a line of progress has; missing: all of its labels. */
  readonly shown?: readonly string[];
  /** Least duration of a cell's phases, in seconds, where they last a set time. */
  readonly phaseSeconds?: (cell: CellPlan) => number;
  /** True: the contract of a server of one's own (docs/your-own-server.md) has all that it needs. */
  readonly forOwnServers?: true;
  /** Why the samples of a cell do not count, one reason each; none when they do. */
  readonly problems?: (evidence: CellEvidence) => string[];
}

/** The parts of a planned cell on which its duration depends. */
export interface CellPlan {
  readonly kind: PayloadKind;
  readonly network: { readonly profile: NetworkProfile };
  readonly workload: Workload;
  readonly factors: Pick<FactorValues, 'batchMs' | 'chunkBytes' | 'tabs'>;
}

/** Evidence by which a finished cell is judged. */
export interface CellEvidence {
  readonly samples: readonly Sample[];
  readonly variant: Pick<Variant, 'transport'>;
  /** Requests of the variant's own protocol, by the server's or the proxy's count. */
  readonly served: number;
  readonly factors: FactorValues;
  readonly workload: Pick<Workload, 'aloneSeconds' | 'transferSeconds' | 'deadlineSeconds'>;
  /** Fresh connections that it opened; absent: none. */
  readonly connections?: number;
}
