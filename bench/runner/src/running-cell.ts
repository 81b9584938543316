import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import type { ResourceRecording } from '@holbench/harness/resources/record-resources';
import { Beacons } from '@holbench/netem/certify/beacons';
import type { ManagedProcess } from '@holbench/process/managed-process';
import type { NetworkSide } from '@holbench/process/network-side';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { limiterOf } from '@holbench/results/limiter';
import { linkProblems } from '@holbench/results/link-problems';
import type { Measurement, Sample } from '@holbench/results/sample';
import { clientProblems, limiterProblems } from '@holbench/results/validity';
import { armedSeed, type LossesOf, lossesSeed } from '@holbench/scenarios/cell-seeds';
import type { CellRun, LabPage, VirtualUsers } from '@holbench/scenarios/port/cell-run';
import type { PageFunctions } from '@holbench/scenarios/port/holbench-page';
import type { Told } from '@holbench/scenarios/port/told';
import { variant as variantOf, type Variant } from '@holbench/variants/registry';
import type { Browser, BrowserContext } from 'playwright-core';
import type { CellOptions, Measured, Sides } from './cell-parts.ts';
import { identity } from './cell-result.ts';
import { cellLimitMs, operationTimeoutMs } from './durations.ts';
import { countConnections } from './network/count-connections.ts';
import { Disturbance } from './network/disturb.ts';
import { watchTraffic } from './network/watch-traffic.ts';
import { openPageIn } from './open-page.ts';
import type { PlannedCell } from './planned-cell.ts';
import type { PathRecorder } from './recording/path-recorder.ts';
import { OwnTimeLimit } from './side-by-side/own-time-limit.ts';
import { runUsers } from './users/run-users.ts';

/** What a cell runs with, beside its plan. */
export interface CellParts {
  readonly options: CellOptions;
  readonly sides: Sides;
  readonly origin: string;
  readonly logFolder: string;
  /** Null in a cell whose paths are not recorded. */
  readonly recorder: PathRecorder | null;
  readonly recording: ResourceRecording;
  /** Filled while it runs. */
  readonly measured: Measured;
}

const NO_BEACONS = { end: async () => null, [Symbol.asyncDispose]: async () => {} };

/** Chromium does not say why: the kernel ends the largest process when memory runs out. */
export const PAGE_CRASHED =
  'a page of Chromium crashed: its renderer ended, or was killed for its memory';

/** A cell that runs: what its scenario may ask for. Disposing it ends what was started for it. */
export class RunningCell implements CellRun, AsyncDisposable {
  readonly cell: PlannedCell;
  readonly variant: Variant;
  readonly origin: string;
  readonly client: NetworkSide;
  readonly timeoutMs: number;
  readonly logFolder: string;
  hasCrashed = false;

  readonly #parts: CellParts;
  readonly #owned = new AsyncDisposableStack();
  readonly #limit: OwnTimeLimit;
  readonly #disturbance = new Disturbance();
  readonly #crash = Promise.withResolvers<never>();

  constructor(planned: PlannedCell, parts: CellParts) {
    this.cell = planned;
    this.variant = variantOf(planned.variant);
    this.origin = parts.origin;
    this.client = parts.sides.client;
    this.timeoutMs = operationTimeoutMs(planned);
    this.logFolder = parts.logFolder;
    this.#parts = parts;
    const limitMs = cellLimitMs(planned, parts.options.configuration);
    this.#limit = new OwnTimeLimit(limitMs, `hung: ended after ${limitMs / 1_000} s`);
  }

  /** Reject when it cannot go on: a page has crashed, or its time is over. */
  get endings(): readonly Promise<never>[] {
    return [this.#crash.promise, this.#limit.over];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#limit[Symbol.dispose]();
    await this.#owned.disposeAsync();
  }

  /**
   * Ends a process with the cell, also when the cell is ended as hung and the scenario left behind.
   * @throws Error when the cell has ended already.
   */
  async own<Resource extends AsyncDisposable>(resource: Resource): Promise<Resource> {
    if (!this.#owned.disposed) return this.#owned.use(resource);
    // A scenario left behind was still starting it, and nothing else would end it.
    await resource[Symbol.asyncDispose]();
    throw new Error('the cell has ended');
  }

  async browser(): Promise<Browser> {
    const { options, sides, recorder, recording } = this.#parts;
    const { browser, pid } = await this.own(
      await launchBrowser({
        tools: options.tools,
        forceQuic: quicHosts(this.variant, this.origin),
        quicCongestionControl: this.cell.factors.quicCongestionControl,
        logFolder: this.logFolder,
        place: this.client,
        headless: !(options.debugging?.headed ?? false),
        ...(sides.target && { trustedKey: sides.target.trustedKey }),
        keyLog: recorder?.keyLog,
      }),
    );
    await recording.watch({ group: 'browser', pid });
    return browser;
  }

  openPage<Functions extends PageFunctions>(
    browser: Browser,
    options = { measured: false },
  ): Promise<LabPage<Functions>> {
    const page = browser.newContext().then((context) => this.openPageIn<Functions>(context));
    return options.measured ? page : this.#parts.recording.opening(page);
  }

  openPageIn<Functions extends PageFunctions>(
    context: BrowserContext,
  ): Promise<LabPage<Functions>> {
    const { sides, options } = this.#parts;
    const { onWatched } = options;
    const { variant } = this.cell;
    const opened = {
      ...this.#reached(),
      onCrash: this.#onCrash,
      ...(onWatched && { onTold: (what: Told) => onWatched({ variant, what }) }),
      ...(sides.target && { access: sides.target }),
    };
    return openPageIn<Functions>(opened, this.cell.scenario, context);
  }

  setUp<T>(work: () => Promise<T>): Promise<T> {
    const { sibling } = this.#parts.options;
    return this.#limit.waiting((whenReady) => sibling.setUp(whenReady), work);
  }

  between<T>(work: () => Promise<T>): Promise<T> {
    const { sibling } = this.#parts.options;
    return this.#limit.waiting((whenReady) => sibling.between(whenReady), work);
  }

  measure<T>(work: () => Promise<T>): Promise<T> {
    const { options, recording } = this.#parts;
    return this.#limit.waiting(
      (whenReady) => options.sibling.measure(whenReady),
      () => recording.measuring(work),
    );
  }

  countConnections(): ReturnType<CellRun['countConnections']> {
    return countConnections(this.client);
  }

  async disturb(): ReturnType<CellRun['disturb']> {
    const { link } = this.#parts.sides;
    const { port } = new URL(this.origin);
    return link && this.#disturbance.begin(link, Number(port), this.cell.factors);
  }

  newSockets(): Promise<number> {
    return this.#disturbance.newSockets();
  }

  calm(): Promise<void> {
    return this.#disturbance.end();
  }

  watchTraffic(): ReturnType<CellRun['watchTraffic']> {
    return watchTraffic(this.#parts.sides.link);
  }

  beginLosses(connectionSeed: number): Promise<number | null> {
    return beginLosses(this.cell, this.#parts.sides, { connectionSeed });
  }

  async armLosses(
    ...[direction, { seed, firstLoss }]: Parameters<CellRun['armLosses']>
  ): Promise<boolean> {
    const way = direction === 'download' ? 'down' : 'up';
    const quantile = firstLoss?.quantile ?? 0;
    const losses = { direction: way, seed: armedSeed(seed), firstLoss: quantile } as const;
    return (await this.#parts.sides.link?.armLosses(losses)) ?? false;
  }

  async countPackets(): ReturnType<CellRun['countPackets']> {
    return (await this.#parts.sides.link?.packets()) ?? null;
  }

  async startBeacons(): ReturnType<CellRun['startBeacons']> {
    const { link } = this.#parts.sides;
    return link ? this.own(await Beacons.start(link, this.logFolder)) : NO_BEACONS;
  }

  async rewind(offsetMs: number): Promise<void> {
    const { lengthMs = 1 } = this.cell.network.profile.down.trace ?? {};
    await this.#parts.sides.link?.rewind((offsetMs + lengthMs) % lengthMs);
  }

  async recordPaths(connection: number): ReturnType<CellRun['recordPaths']> {
    const { recorder, recording } = this.#parts;
    if (!recorder) return { end: async () => {} };
    const paths = await this.own(await recorder.record(connection));
    for (const pid of paths.pids) await recording.watch({ group: 'recorder', pid });
    return paths;
  }

  virtualUsers(users: VirtualUsers): ReturnType<CellRun['virtualUsers']> {
    const { options, sides, recording } = this.#parts;
    const cell = {
      ...this.#reached(),
      client: this.client,
      scenario: this.cell.scenario,
      ...(sides.target && { target: sides.target }),
    };
    return runUsers(cell, users, options.tools, {
      own: (resource) => this.own(resource),
      watch: ({ pid }: ManagedProcess) => recording.watch({ group: 'artillery', pid }),
      temporary: async () => (await this.own(await temporaryFolder('artillery'))).path,
    });
  }

  record(
    measurements: readonly Measurement[],
    { warmup }: { warmup: boolean | number } = { warmup: false },
  ): void {
    const { options, measured } = this.#parts;
    const base = identity(this.cell, options.run);
    for (const measurement of measurements) {
      const early = typeof warmup === 'number' ? measurement.index < warmup : warmup;
      measured.samples.push({ ...base, warmup: early, ...measurement });
    }
  }

  watchLimiter(): ReturnType<CellRun['watchLimiter']> {
    const end = this.#parts.recording.beginWindow();
    return () => limiterOf(end(), this.cell.network.profile);
  }

  recordConnection(
    ...[{ problems, ...connection }, measurements]: Parameters<CellRun['recordConnection']>
  ): boolean {
    const { options, measured } = this.#parts;
    const { id, network, workload } = this.cell;
    const base = { ...identity(this.cell, options.run), connection: connection.connection };
    const samples = measurements.map((each): Sample => ({ ...base, ...each }));
    measured.samples.push(...samples);
    const reasons = [
      ...problems,
      ...clientProblems({ expected: this.variant.protocol, samples }),
      ...linkProblems(network.profile, connection.transfer, options.cells * workload.connections),
      ...limiterProblems(connection.limiter),
    ];
    const valid = reasons.length === 0;
    const counted = { samples: samples.length, reasons, valid };
    measured.connections.push({ run: options.run, cell: id, ...connection, ...counted });
    options.onPhase?.(connection.transfer.phase, [...measured.samples]);
    return valid;
  }

  /** How pages and users reach the server. */
  #reached() {
    const { cell, variant, origin, timeoutMs, logFolder } = this;
    return { cell, variant, origin, timeoutMs, logFolder };
  }

  readonly #onCrash = (): void => {
    this.hasCrashed = true;
    this.#crash.reject(new Error(PAGE_CRASHED));
  };
}

/** Begins the losses of a connection, or of a whole cell. @returns their seed; null where they have none. */
export async function beginLosses(
  { network, seed }: PlannedCell,
  { link }: Pick<Sides, 'link'>,
  of: LossesOf,
): Promise<number | null> {
  const own = lossesSeed(network.profile.id, seed, of);
  return (await link?.beginLosses(own)) ? own : null;
}
