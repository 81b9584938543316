import type { RunningBrowser } from '@holbench/harness/browser';
import type { Tools } from '@holbench/harness/tools';
import type { NetworkSide } from '@holbench/process/network-side';
import type { CellPhase } from '@holbench/results/cell';
import type { Measurement } from '@holbench/results/sample';
import type { Variant } from '@holbench/variants/registry';
import type { Configuration } from './configuration.ts';
import type { PlannedCell } from './plan.ts';
import type { RecordedProcess } from './resources/record-resources.ts';

/** What a scenario gets: one cell with its own, fresh processes. */
export interface CellRun {
  readonly cell: PlannedCell;
  readonly configuration: Configuration;
  readonly tools: Tools;
  readonly variant: Variant;
  /** Where the variant is reached from the client's side, `https://10.77.0.2:8443`. */
  readonly origin: string;
  /** Where browsers run. */
  readonly client: NetworkSide;
  /** Limit of each operation, in milliseconds. */
  readonly timeoutMs: number;
  /** For the logs of whatever the scenario starts. */
  readonly logFolder: string;
  /**
   * Has a process that the scenario started end with the cell, also when the cell is ended as hung,
   * which leaves the scenario behind. @throws Error when the cell has ended already.
   */
  own<Resource extends AsyncDisposable>(resource: Resource): Promise<Resource>;
  /** Has what a process of the client uses, with all that it starts, recorded from now on. */
  recordProcess(process: RecordedProcess): Promise<void>;
  /** Waits for `pages` to open: what that takes is not what the cell measures. */
  opening<T>(pages: Promise<T>): Promise<T>;
  /** Starts a browser of the cell's own; it is closed when the cell ends. */
  browser(): Promise<RunningBrowser>;
  /** Stores what a page measured; `warmup` is stored too, and never counted. */
  record(measurements: readonly Measurement[], options?: { readonly warmup: boolean }): void;
  /** Stores what else happened during a phase of 4f or 4g. */
  recordPhase(phase: CellPhase): void;
}

/** A scenario drives one cell and records what it measured. What it throws fails the cell. */
export type Scenario = (run: CellRun) => Promise<void>;
