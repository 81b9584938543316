import { type StartOptions, startVariant } from '@holbench/harness/start-variant';
import type { HostedVariant } from '@holbench/target/hosted-variant';
import type { ServerSummary } from '@holbench/core/server/summary';
import { addressOf } from '@holbench/harness/address';
import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { openUnwatched } from '@holbench/harness/network-inspection';
import { startFloor } from '@holbench/harness/start-floor';
import type { Tools } from '@holbench/harness/tools';
import { whileStanding } from '@holbench/harness/with-deadline';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { messageOf } from '@holbench/process/user-error';
import { LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import type { Cell, CellPhase } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import { limiterOf } from '@holbench/results/limiter';
import { linkProblems } from '@holbench/results/link-problems';
import { clientProblems, limiterProblems } from '@holbench/results/validity';
import type { OperationWindow } from '@holbench/results/operation-window';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import type { PathRecording } from '@holbench/results/message-path';
import type { Link } from '@holbench/netem/backend';
import { Beacons } from '@holbench/netem/certify/beacons';
import { driveOf } from '@holbench/scenarios/drives';
import { fileBytesOf, hasFeature, scenarioOf } from '@holbench/scenarios/registry';
import {
  armedSeed,
  type LossesOf,
  lossesSeed as seedOfLosses,
} from '@holbench/scenarios/cell-seeds';
import { variant as variantOf, type Variant } from '@holbench/variants/registry';
import type { Target } from '@holbench/target/target';
import { withTarget } from '@holbench/target/with-target';
import type { Browser, Page } from 'playwright-core';
import type { CellRun, LabPage } from '@holbench/scenarios/port/cell-run';
import type { PageFunctions } from '@holbench/scenarios/port/holbench-page';
import { isPageCrash } from '@holbench/scenarios/port/call-page';
import type { Configuration } from './configuration.ts';
import { type CellResult, identity } from './cell-result.ts';
import { cellLimitMs, operationTimeoutMs } from './durations.ts';
import { countConnections } from './network/count-connections.ts';
import type { BenchNetwork } from './network/bench-network.ts';
import { type Opened, openPageIn } from './open-page.ts';
import type { PlannedCell } from './planned-cell.ts';
import { PathRecorder } from './recording/path-recorder.ts';
import {
  type RecordedResources,
  ResourceRecording,
} from '@holbench/harness/resources/record-resources';
import { OwnTimeLimit } from './side-by-side/own-time-limit.ts';
import type { Sibling } from './side-by-side/siblings.ts';
import { runUsers } from './users/run-users.ts';

export interface CellOptions {
  readonly run: string;
  /** The run folder's folder of logs; the cell makes its own inside. */
  readonly logs: string;
  readonly configuration: Configuration;
  /** How many the run has at most. */
  readonly cells: number;
  readonly tools: Tools;
  readonly network: BenchNetwork;
  /** The cell among those that run side by side. */
  readonly sibling: Sibling;
  readonly debugging?: Debugging;
  /** Called when a phase of the cell has ended. */
  readonly onPhase?: (phase: ProbePhase, samples: readonly Sample[]) => void;
  /** Whether the captures of a recorded cell stay in its folder of logs. */
  readonly keepCaptures?: boolean;
}

/** For watching a cell. It costs time, so such a cell does not count. */
export interface Debugging {
  /** Browsers with a window. */
  readonly headed: boolean;
  readonly inspectServer: boolean;
}

/** The two ends of a network. */
export interface Sides {
  readonly client: NetworkSide;
  readonly server: NetworkSide;
  readonly emulatorPid: number | null;
  /** Null on loopback. */
  readonly link: Pick<
    Link,
    | 'client'
    | 'server'
    | 'profile'
    | 'beginLosses'
    | 'armLosses'
    | 'rewind'
    | 'packets'
    | 'addClient'
  > | null;
  /** Rejects when the network between them breaks. */
  readonly broken: Promise<never>;
  /** What starts the servers, if they are on another machine. */
  readonly target?: Target;
}

/** A target, and the way to it. */
export function sidesOf(target: Target): Sides {
  const { host: address } = addressOf(target.origin);
  return { ...LOOPBACK, server: { name: 'the target', address, netns: null }, target };
}

export const LOOPBACK: Sides = {
  client: LOCALHOST,
  server: LOCALHOST,
  emulatorPid: null,
  link: null,
  broken: new Promise(() => {}),
};

/** Results of a scenario, filled while it runs. */
export interface Measured {
  readonly samples: Sample[];
  readonly phases: CellPhase[];
  readonly connections: Connection[];
  readonly windows: OperationWindow[];
  link: NonNullable<Cell['link']> | null;
  resources: RecordedResources | null;
  versions: CellResult['versions'];
  summary: ServerSummary | null;
  ways: PathRecording | null;
}

const NO_BEACONS = { end: async () => null, [Symbol.asyncDispose]: async () => {} };

/** Chromium does not say why: the kernel ends the largest process when memory runs out. */
const PAGE_CRASHED = 'a page of Chromium crashed: its renderer ended, or was killed for its memory';

/** From the start of the server to its final statistics. Fills `measured`, also when it rejects. */
export async function runScenario(
  planned: PlannedCell,
  options: CellOptions,
  { client, server: place, emulatorPid, link, broken, target }: Sides,
  logFolder: string,
  measured: Measured,
): Promise<void> {
  const { run, configuration, cells, tools, sibling, debugging, onPhase } = options;
  const { keepCaptures = false } = options;
  const variant = variantOf(planned.variant);
  await using stack = new AsyncDisposableStack();
  const fileBytes = fileBytesOf(planned.workload, planned.scenario);
  const { factors } = planned;
  const inspect = debugging?.inspectServer ?? false;
  const beginLosses = async (of: LossesOf): Promise<number | null> => {
    const seed = seedOfLosses(planned.network.profile.id, planned.seed, of);
    return (await link?.beginLosses(seed)) ? seed : null;
  };
  // Connections have losses of their own. The server’s start sends nothing over the link.
  const isWhole = !hasFeature(planned.scenario, 'bulk');
  // Without namespaces the two ends of a link cannot be told apart.
  const recorded = planned.recorded && client.netns !== null && place.netns !== null;
  const { connections } = planned.workload;
  const kept = { cells: sibling.count, connections, keep: keepCaptures };
  const programs = { tools, fileBytes, logFolder };
  const [started, lossesSeed] = await Promise.allSettled([
    target
      ? target.start(variant, { fileBytes, factors })
      : startHere(variant, { ...programs, place, factors, inspect, stampLoads: recorded }),
    isWhole ? beginLosses(planned) : null,
  ]);
  if (started.status === 'rejected') throw started.reason;
  const server = stack.use(started.value);
  if (lossesSeed.status === 'rejected') throw lossesSeed.reason;
  measured.versions = server.versions;
  const { port } = server;
  const recorder = recorded
    ? stack.use(
        await PathRecorder.open(planned, { client, server: place, port, logFolder, ...kept }),
      )
    : null;
  const emulator = emulatorPid === null ? [] : [{ group: 'emulator', pid: emulatorPid } as const];
  const servers = server.processes.map(({ name, pid }) => ({ group: name, pid }));
  const recording = stack.use(
    new ResourceRecording({ client, server: place }, [...servers, ...emulator], {
      beside: sibling,
      onlyMeasured: scenarioOf(planned.scenario).sideBySide ?? false,
      begin: () => server.record(),
    }),
  );
  const clients = stack.use(new AsyncDisposableStack());
  const own = async <Resource extends AsyncDisposable>(resource: Resource): Promise<Resource> => {
    if (!clients.disposed) return clients.use(resource);
    // A scenario left behind was still starting it, and nothing else would end it.
    await resource[Symbol.asyncDispose]();
    throw new Error('the cell has ended');
  };
  const { origin } = server;
  const timeoutMs = operationTimeoutMs(planned);
  const crash = Promise.withResolvers<never>();
  let hasCrashed = false;
  const onCrash = (): void => {
    hasCrashed = true;
    crash.reject(new Error(PAGE_CRASHED));
  };
  const sides = { client, server: place };
  const opened = { cell: planned, variant, origin, timeoutMs, logFolder, onCrash };
  const reached = { ...opened, ...sides, ...(target && { access: target }) };
  const browserFor = async (of: string, place = client): Promise<Browser> => {
    const headless = !(debugging?.headed ?? false);
    const forceQuic = quicHosts(variant, of);
    const { quicCongestionControl } = factors;
    const options = {
      tools,
      forceQuic,
      quicCongestionControl,
      logFolder,
      place,
      headless,
      ...(target && { trustedKey: target.trustedKey }),
    };
    const { browser, pid } = await own(
      await launchBrowser({ ...options, keyLog: recorder?.keyLog }),
    );
    await recording.watch({ group: 'browser', pid });
    return browser;
  };
  const limitMs = cellLimitMs(planned, configuration);
  using limit = new OwnTimeLimit(limitMs, `hung: ended after ${limitMs / 1_000} s`);
  const cellRun: CellRun = {
    ...reached,
    browser: (place) => browserFor(origin, place),
    addClient: async () => {
      if (!link) return client;
      const side = await link.addClient();
      await recording.addClient(side);
      return side;
    },
    openFloor: async () => {
      const floor = await own(await startFloor(variant, { ...programs, place }));
      await recording.watch({ group: 'server', pid: floor.pid });
      const browser = await browserFor(floor.origin);
      return recording.opening(
        openFloorPage(browser, { origin: floor.origin, timeoutMs, onCrash }),
      );
    },
    openPage<Functions extends PageFunctions>(
      browser: Browser,
      options = { measured: false },
    ): Promise<LabPage<Functions>> {
      const page = browser
        .newContext()
        .then((context) => openPageIn<Functions>(reached, planned.scenario, context));
      return options.measured ? page : recording.opening(page);
    },
    openPageIn: (context) => openPageIn(reached, planned.scenario, context),
    setUp: (work) => limit.waiting((whenReady) => sibling.setUp(whenReady), work),
    between: (work) => limit.waiting((whenReady) => sibling.between(whenReady), work),
    measure: (work) =>
      limit.waiting(
        (whenReady) => sibling.measure(whenReady),
        () => recording.measuring(work),
      ),
    countConnections: () => countConnections(client),
    beginLosses: (connectionSeed) => beginLosses({ connectionSeed }),
    armLosses: async (direction, { seed, firstLoss }) => {
      const way = direction === 'download' ? 'down' : 'up';
      const quantile = firstLoss?.quantile ?? 0;
      const losses = { direction: way, seed: armedSeed(seed), firstLoss: quantile } as const;
      return (await link?.armLosses(losses)) ?? false;
    },
    countPackets: async () => (await link?.packets()) ?? null,
    startBeacons: async () => (link ? own(await Beacons.start(link, logFolder)) : NO_BEACONS),
    rewind: async (offsetMs) => {
      const { lengthMs = 1 } = planned.network.profile.down.trace ?? {};
      await link?.rewind((offsetMs + lengthMs) % lengthMs);
    },
    recordPaths: async (connection) => {
      if (!recorder) return { end: async () => {} };
      const paths = await own(await recorder.record(connection));
      for (const pid of paths.pids) await recording.watch({ group: 'recorder', pid });
      return paths;
    },
    virtualUsers: async (users) => {
      const { scenario } = planned;
      const cell = {
        ...reached,
        addClient: () => cellRun.addClient(),
        scenario,
        ...(target && { target }),
      };
      return runUsers(cell, users, tools, {
        own,
        watch: ({ pid }) => recording.watch({ group: 'artillery', pid }),
        temporary: async () => (await own(await temporaryFolder('artillery'))).path,
      });
    },
    own,
    recordProcess: (process) => recording.watch(process),
    record: (measurements, { warmup } = { warmup: false }) => {
      const base = identity(planned, run);
      for (const measurement of measurements) {
        const early = typeof warmup === 'number' ? measurement.index < warmup : warmup;
        measured.samples.push({ ...base, warmup: early, ...measurement });
      }
    },
    watchLimiter: () => {
      const end = recording.beginWindow();
      return () => limiterOf(end(), planned.network.profile);
    },
    recordConnection: ({ problems, ...connection }, measurements) => {
      const base = { ...identity(planned, run), connection: connection.connection };
      const samples = measurements.map((each): Sample => ({ ...base, ...each }));
      measured.samples.push(...samples);
      const { profile } = planned.network;
      const parts = { phases: [connection.transfer], link: null };
      const reasons = [
        ...problems,
        ...clientProblems({ expected: variant.protocol, samples }),
        ...linkProblems(profile, parts, cells * planned.workload.connections),
        ...limiterProblems(connection.limiter),
      ];
      const valid = reasons.length === 0;
      const line = {
        run,
        cell: planned.id,
        ...connection,
        samples: samples.length,
        reasons,
        valid,
      };
      measured.connections.push(line);
      onPhase?.(connection.transfer.phase, [...measured.samples]);
      return valid;
    },
    recordWindow: async (window, loop) => {
      const end = recording.beginWindow();
      const counted = await loop();
      const { processes, ...resources } = end();
      const limiter = limiterOf(resources, planned.network.profile);
      if (counted) measured.windows.push({ ...window, ...counted, processes, limiter });
    },
  };
  const drive = await driveOf(planned.scenario);
  const serverEnded = server.ended.then((how) => Promise.reject(new Error(how)));
  await sibling.drive(async () => {
    try {
      await whileStanding(drive(cellRun), [serverEnded, broken, crash.promise, limit.over]);
    } catch (failure) {
      // Its resources may explain the failure; without them, the failure still counts.
      measured.resources = await recording.end().catch(() => null);
      // A call of the page fails, too, and may be noticed first.
      throw hasCrashed || isPageCrash(messageOf(failure)) ? new Error(PAGE_CRASHED) : failure;
    }
    measured.resources = await recording.end();
  });
  // With its clients nothing crosses the link any more.
  await clients.disposeAsync();
  const [{ summary, resources }, packets] = await Promise.all([
    server.stop(),
    isWhole && link ? link.packets() : null,
  ]);
  measured.summary = summary;
  measured.resources = measured.resources && withTarget(measured.resources, resources);
  measured.link = packets && { seed: lossesSeed.value, ...packets };
  if (recorder) measured.ways = await recorder.find(measured.samples, summary?.loadsAtMs ?? []);
}

async function openFloorPage(
  browser: Browser,
  { origin, timeoutMs, onCrash }: Pick<Opened, 'origin' | 'timeoutMs' | 'onCrash'>,
): Promise<Page> {
  const page = await browser.newPage();
  page.on('crash', onCrash);
  page.setDefaultTimeout(timeoutMs);
  await openUnwatched(page, () => page.goto(origin));
  return page;
}

/** A variant on this machine. Its processes are recorded with the clients', so nothing comes at its end. */
async function startHere(variant: Variant, options: StartOptions): Promise<HostedVariant> {
  const running = await startVariant(variant, options);
  return {
    ...running,
    record: async () => {},
    stop: async () => ({ summary: await running.stop(), resources: null }),
  };
}
