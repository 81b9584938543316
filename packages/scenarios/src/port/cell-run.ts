import type { NetworkSide } from '@holbench/process/network-side';
import type { CellPhase } from '@holbench/results/cell';
import type { Connection, Disturbed, Traffic } from '@holbench/results/connection';
import type { Limiter } from '@holbench/results/resources';
import type { Measurement } from '@holbench/results/sample';
import type { FactorValues } from '@holbench/factors/values';
import type { Variant } from '@holbench/variants/registry';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { CellPlan, Direction } from '../scenario.ts';
import type { CallPage } from './call-page.ts';
import type { PageFunctions } from './holbench-page.ts';

/** Drives one cell and records its measurements. An error that it throws fails the cell. */
export type Drive = (run: CellRun) => Promise<void>;

/** A cell as its scenario sees it. */
export interface DrivenCell extends CellPlan {
  readonly id: string;
  readonly round: number;
  /** The same for every variant of a round. */
  readonly seed: number;
  readonly factors: FactorValues;
}

/** Port of a scenario: one cell with fresh processes. The runner implements it. */
export interface CellRun {
  readonly cell: DrivenCell;
  readonly variant: Variant;
  /** Where the variant is reached from the client's side, `https://10.77.0.2:8443`. */
  readonly origin: string;
  /** Where browsers run. */
  readonly client: NetworkSide;
  /** Limit of each operation, in milliseconds. */
  readonly timeoutMs: number;
  /** For the logs of processes that the scenario starts. */
  readonly logFolder: string;
  /** Starts a browser at the client's side, which is closed when the cell ends. */
  browser(): Promise<Browser>;
  /**
   * Opens the lab's page in a new browser context, as a new user, and waits until its transport is
   * connected. Its console goes to the cell's logs.
   * @param options.measured whether opening it is what the scenario measures.
   */
  openPage<Functions extends PageFunctions>(
    browser: Browser,
    options?: { readonly measured: boolean },
  ): Promise<LabPage<Functions>>;
  /** The same in an existing browser context. Always measured. */
  openPageIn<Functions extends PageFunctions>(context: BrowserContext): Promise<LabPage<Functions>>;
  /**
   * Does what keeps all cores busy and is not timed, such as opening pages: while no cell beside this
   * one does the same, or measures.
   */
  setUp<T>(work: () => Promise<T>): Promise<T>;
  /** Does what keeps no core busy and is not timed: while no cell beside this one measures. */
  between<T>(work: () => Promise<T>): Promise<T>;
  /** Does what is timed; begins when every cell beside this one is set up, too. */
  measure<T>(work: () => Promise<T>): Promise<T>;
  /** Open connections to the server now; null on loopback, where others have connections, too. */
  countConnections(): Promise<CellPhase['connections']>;
  /** Counts what both sides hand to the link from now on. @returns ends it; it says null on loopback. */
  watchTraffic(): Promise<() => Promise<Traffic | null>>;
  /** Disturbs the network as the factors say, until nothing more of it happens. @returns when; null where nothing is to be disturbed. */
  disturb(): Promise<Disturbed | null>;
  /** Sockets to the server that the client did not have when the network was disturbed. */
  newSockets(): Promise<number>;
  /** Lets the network be as it was before. */
  calm(): Promise<void>;
  /**
   * Begins new sequences of random losses in both directions of the link, from the seed of a connection,
   * the same for all variants: packet n of a direction has the same fate. Beacons are among these packets,
   * so of variants that send alike only the expected number of losses is the same. Waits until the link is
   * empty. `countPackets` counts from 0.
   * @returns the seed; null where losses have none, and on loopback.
   */
  beginLosses(connectionSeed: number): Promise<number | null>;
  /**
   * From the next full packet of the direction on, its losses are those of the connection's seed, of which the first lies
   * at the quantile. Other packets draw from the sequences of `beginLosses`, as before.
   * @returns false where losses cannot be made to begin so.
   */
  armLosses(direction: Direction, of: Pick<Connection, 'seed' | 'firstLoss'>): Promise<boolean>;
  /**
   * Replays the trace of the network from this moment of it on, in both directions; one before its beginning counts from its
   * end. Nothing without a trace.
   */
  rewind(offsetMs: number): Promise<void>;
  /**
   * Waits until the link is empty: `CellPhase.link`, since the last `beginLosses`, or since the link
   * was made. Its phases make the cell invalid when the link was not what it is configured to be.
   * @returns null where packets are not counted, such as loopback.
   * @throws Error when packets still cross the link after 10 s, such as those of an open transfer.
   */
  countPackets(): Promise<Exclude<CellPhase['link'], undefined>>;
  /**
   * Sends beacons over the link, both ways, until they are ended or the cell ends. Starting and ending
   * them keeps a core busy for a moment: not while something is measured.
   */
  startBeacons(): Promise<Beacons>;
  /**
   * Records the paths of a connection's messages, from before its pages are opened until they are closed. Does
   * nothing in a cell that is not recorded. What goes wrong is stored, and fails nothing.
   */
  recordPaths(connection: number): Promise<RecordedPaths>;
  /** Lets Artillery's virtual users do their operation, until no more can come of them. */
  virtualUsers(users: VirtualUsers): Promise<UsersOutcome>;
  /** Stores measurements. Those of the warm-up, all of them or those below an index, never count. */
  record(
    measurements: readonly Measurement[],
    options?: { readonly warmup: boolean | number },
  ): void;
  /** @returns what limited the cell since, called once; null where resources are not recorded. */
  watchLimiter(): () => Limiter | null;
  /** Stores a connection with its measurements, of which those of the warm-up never count. @returns whether it counts. */
  recordConnection(
    connection: Pick<
      Connection,
      | 'connection'
      | 'seed'
      | 'firstLoss'
      | 'offsetMs'
      | 'alone'
      | 'crossed'
      | 'transfer'
      | 'disturbed'
      | 'eventsAgain'
      | 'subscribed'
      | 'limiter'
    > & {
      /** Why it does not count, as far as the scenario knows. */
      readonly problems: readonly string[];
    },
    measurements: readonly (Measurement & { readonly warmup: boolean })[],
  ): boolean;
}

/** Small packets that see the queue of a link in use. */
export interface Beacons extends AsyncDisposable {
  /**
   * Sends no more, and waits until the last ones have had time to arrive.
   * @returns `CellPhase.beacons` of those sent in the window; null on loopback.
   */
  end(window: NonNullable<CellPhase['window']>): Promise<Exclude<CellPhase['beacons'], undefined>>;
}

/** What is recorded of a connection. */
export interface RecordedPaths {
  /** Ends the recording; its files are complete. */
  end(): Promise<void>;
}

/** The lab's page in a browser: the functions that `page.ts` of the scenario exports. */
export interface LabPage<Functions extends PageFunctions> {
  readonly page: Page;
  readonly call: CallPage<Functions>;
  /** Closes its browser context with all its connections. */
  close(): Promise<void>;
}

export interface VirtualUsers {
  /** One of the scenarios of bench/artillery/scenarios.yml, without its payload kind. */
  readonly operation: 'load' | 'create';
  /** Each user has one measurement of each. */
  readonly labels: readonly string[];
}

export interface UsersOutcome {
  /** As they came. */
  readonly measurements: readonly Measurement[];
  /** Why some may be missing, with the end of a log; null when none is. */
  readonly problem: { readonly why: string; readonly log: string | null } | null;
}
