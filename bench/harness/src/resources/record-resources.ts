import { availableParallelism } from 'node:os';
import type { Link } from '@holbench/netem/backend';
import { runTool } from '@holbench/process/run-tool';
import { type CellResources, type ProcessGroup, SIBLINGS } from '@holbench/results/resources';
import { ArrivalRate } from './arrival-rate.ts';
import { type NamespaceCounters, readNamespaceCounters } from './namespace-counters.ts';
import { UnmeasuredTime } from './unmeasured-time.ts';
import { ProcessGroups } from './process-groups.ts';
import { StepSampler } from './step-sampler.ts';
import { type Step, Timeline } from './timeline.ts';

/** Interval, in ms. A tick of the kernel's clocks, 10 ms, is 4 % of it. */
const INTERVAL_MS = 250;

/** A recorded process, with its descendants. */
interface RecordedProcess {
  readonly group: ProcessGroup;
  readonly pid: number;
}

/** The two sides, which have the counters. */
type RecordedSides = Pick<Link, 'client' | 'server'>;

/** Cells beside this one, which run on the same cores. */
interface Beside {
  /** Cores that this cell keeps busy. */
  reportCores(cores: number): void;
  /** Cores that the others keep busy, by their own reports. */
  coresOfOthers(): number | null;
}

interface RecordingOptions {
  readonly beside?: Beside;
  /** Whether nothing is measured outside of `measuring`. */
  readonly onlyMeasured?: boolean;
  /** What begins with it: another recording, on another machine. */
  readonly begin?: () => Promise<void>;
}

/** What `limiterOf` judges a window by. */
interface RecordedWindow extends Pick<CellResources, 'timeline'> {
  readonly machine: { readonly cores: number } | null;
}

/** Everything but the event loop, which the server itself reports when it ends. */
export type RecordedResources = Omit<CellResources, 'eventLoop'>;

type Counters = Readonly<Record<'client' | 'server', NamespaceCounters>>;

/** State of a recording that has begun. */
interface Begun {
  readonly at: number;
  readonly counters: Counters | null;
  /** Null without /proc. */
  readonly sampler: StepSampler | null;
}

/**
 * Records the resources of a cell from its first client process on. It runs in this process:
 * reading /proc four times a second costs less than starting `ps` as often (decision 0009).
 */
export class ResourceRecording implements Disposable {
  readonly #sides: RecordedSides;
  readonly #groups = new ProcessGroups();
  readonly #timeline = new Timeline(INTERVAL_MS);
  /** Of the windows under way. */
  readonly #windows = new Set<Timeline>();
  readonly #unmeasured = new UnmeasuredTime();
  readonly #beside: Beside | undefined;
  readonly #onlyMeasured: boolean;
  readonly #beginElsewhere: () => Promise<void>;
  #begun: Promise<Begun> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ownMicros = 0;

  /** @param processes those started before the client's. */
  constructor(
    sides: RecordedSides,
    processes: readonly RecordedProcess[],
    { beside, onlyMeasured = false, begin = async () => {} }: RecordingOptions = {},
  ) {
    this.#beginElsewhere = begin;
    this.#sides = sides;
    this.#beside = beside;
    this.#onlyMeasured = onlyMeasured;
    if (onlyMeasured) this.#unmeasured.begin();
    if (LINUX) for (const { group, pid } of processes) this.#groups.watch(group, pid);
  }

  /** Adds a process of the client. The first one begins the recording. */
  async watch({ group, pid }: RecordedProcess): Promise<void> {
    if (LINUX) this.#groups.watch(group, pid);
    await (this.#begun ??= this.#begin());
  }

  /** Marks the time in which `pages` open: nothing is measured in it. */
  opening<T>(pages: Promise<T>): Promise<T> {
    return this.#unmeasured.during(() => pages);
  }

  /** Marks the time of what is measured, where nothing else is. */
  async measuring<T>(work: () => Promise<T>): Promise<T> {
    return this.#onlyMeasured ? this.#unmeasured.except(work) : work();
  }

  /** Begins a window. @returns ends it. */
  beginWindow(): () => RecordedWindow {
    if (!LINUX) return () => ({ timeline: null, machine: null });
    const timeline = new Timeline(INTERVAL_MS);
    this.#windows.add(timeline);
    return () => {
      this.#windows.delete(timeline);
      return { timeline: timeline.toJSON(), machine: { cores: availableParallelism() } };
    };
  }

  /** @returns null without a client process. */
  async end(): Promise<RecordedResources | null> {
    if (this.#begun === null) return null;
    const { at, counters, sampler } = await this.#begun;
    clearInterval(this.#timer);
    const seconds = Math.round(performance.now() - at) / 1_000;
    if (sampler === null) return { ...NOTHING, seconds };
    this.#step(sampler);
    this.#beside?.reportCores(0);
    const [pageBytes, after] = await Promise.all([
      runTool('getconf', ['PAGESIZE']),
      counters && readCounters(this.#sides),
    ]);
    return {
      seconds,
      processes: [...sampler.totals].map(([group, { cpuSeconds, peakPages }]) => ({
        group,
        cpuSeconds: Math.round(cpuSeconds * 100) / 100,
        peakRssBytes: peakPages * Number(pageBytes),
      })),
      machine: { cores: availableParallelism(), busyShare: sampler.machineBusyShare },
      ...(counters && after ? network(counters, after) : NO_NETWORK),
      recorderCpuSeconds: this.#ownMicros / 1e6,
      timeline: this.#timeline.toJSON(),
    };
  }

  /** Ends it, also without a result. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #begin(): Promise<Begun> {
    const { client, server } = this.#sides;
    const counters =
      client.netns === null || server.netns === null ? null : await readCounters(this.#sides);
    const arrivals = counters && {
      down: new ArrivalRate(client.netns ?? '', counters.client.receivedBytes),
      up: new ArrivalRate(server.netns ?? '', counters.server.receivedBytes),
    };
    const sampler = LINUX ? new StepSampler(this.#groups, arrivals) : null;
    await this.#beginElsewhere();
    this.#unmeasured.take();
    if (sampler) this.#timer = setInterval(() => this.#step(sampler), INTERVAL_MS);
    return { at: performance.now(), counters, sampler };
  }

  #step(sampler: StepSampler): void {
    const before = process.threadCpuUsage();
    // A short last step counts in the totals only: over a few ms, one tick of 10 ms is a core or
    // more. One such step may be the 10 % that make the emulator the limiting party.
    const isStep = sampler.sinceMs >= INTERVAL_MS / 2;
    const step = sampler.take(this.#unmeasured.take());
    this.#beside?.reportCores(sum(step.cores.values()));
    if (isStep) {
      const whole = withSiblings(step, this.#beside?.coresOfOthers() ?? null);
      for (const timeline of [this.#timeline, ...this.#windows]) timeline.add(whole);
    }
    const { user, system } = process.threadCpuUsage(before);
    this.#ownMicros += user + system;
  }
}

function withSiblings(step: Step, cores: number | null): Step {
  return cores === null ? step : { ...step, cores: new Map([...step.cores, [SIBLINGS, cores]]) };
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

const LINUX = process.platform === 'linux';

const NO_NETWORK = { wire: null, tcp: null, udp: null };
const NOTHING = {
  processes: [],
  machine: null,
  ...NO_NETWORK,
  recorderCpuSeconds: 0,
  timeline: null,
};

async function readCounters({ client, server }: RecordedSides): Promise<Counters> {
  const [atClient, atServer] = await Promise.all([
    readNamespaceCounters(client),
    readNamespaceCounters(server),
  ]);
  return { client: atClient, server: atServer };
}

/** Difference of two readings of both sides' counters. */
function network(
  before: Counters,
  after: Counters,
): Pick<RecordedResources, 'wire' | 'tcp' | 'udp'> {
  const grown = (side: keyof Counters, counter: keyof NamespaceCounters) =>
    after[side][counter] - before[side][counter];
  const bySide = (counter: keyof NamespaceCounters) => ({
    client: grown('client', counter),
    server: grown('server', counter),
  });
  const direction = (from: keyof Counters, to: keyof Counters) => ({
    sentPackets: grown(from, 'sentPackets'),
    sentBytes: grown(from, 'sentBytes'),
    receivedPackets: grown(to, 'receivedPackets'),
    receivedBytes: grown(to, 'receivedBytes'),
  });
  return {
    wire: { down: direction('server', 'client'), up: direction('client', 'server') },
    tcp: { segmentsSent: bySide('segmentsSent'), retransmits: bySide('retransmits') },
    udp: {
      receiveBufferErrors: bySide('receiveBufferErrors'),
      sendBufferErrors: bySide('sendBufferErrors'),
    },
  };
}
