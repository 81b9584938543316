import * as v from 'valibot';
import { amount, count } from './quantities.ts';

/** The process groups of the client. */
export const CLIENT_GROUPS = ['browser', 'artillery'] as const;

/** In the cores of a timeline: all processes of the cells that ran beside this one. */
export const SIBLINGS = 'siblings';

/** Name of a process group: processes with all their descendants. */
export const ProcessGroup = v.picklist([
  'server',
  'proxy',
  ...CLIENT_GROUPS,
  'emulator',
  /** Of the paths of messages. */
  'recorder',
]);
export type ProcessGroup = v.InferOutput<typeof ProcessGroup>;

/** Counts of each side in its namespace. */
const bySide = v.strictObject({ client: count, server: count });

/** Complete IP packets of one direction, sent by one side and received by the other. */
const traffic = v.strictObject({
  sentPackets: count,
  sentBytes: count,
  receivedPackets: count,
  receivedBytes: count,
});

/**
 * A cell over time, in equal steps. Names of groups are those of `processes`; all lists are equally
 * long. Shares are means over a step.
 */
export const ResourceTimeline = v.strictObject({
  intervalMs: amount,
  /** Share of the step in which something was measured, not opened or set up: 0 to 1. */
  measuring: v.array(amount),
  /** Cores that each group kept busy; `SIBLINGS` too where cells ran side by side. */
  cores: v.record(v.string(), v.array(amount)),
  /** Share of one core used by the busiest thread of each group. */
  busiestThread: v.record(v.string(), v.array(amount)),
  /** Busy share of all cores of the machine, including other processes. */
  machine: v.array(amount),
  /** IP bytes that arrived, in kbit/s. */
  wireKbps: v.nullable(v.strictObject({ down: v.array(amount), up: v.array(amount) })),
});
export type ResourceTimeline = v.InferOutput<typeof ResourceTimeline>;

/** Of a server's only JavaScript thread; null without a request. */
export const EventLoopLoad = v.nullable(
  v.strictObject({
    /** Share of the time that the event loop was not idle: 0 to 1. */
    utilization: amount,
    /** Lateness of a timer of 10 ms. */
    delayP99Ms: amount,
    delayMaxMs: amount,
  }),
);

/**
 * Resources of a cell while its scenario ran: from the start of its first browser (or Artillery) to
 * the last answer, without link checks. Null: not available. Loopback is shared with other
 * programs, and macOS has no /proc.
 */
export const CellResources = v.strictObject({
  /** Duration, in seconds. */
  seconds: amount,
  processes: v.array(
    v.strictObject({
      group: ProcessGroup,
      cpuSeconds: amount,
      /**
       * Peak resident memory of all its processes together, in bytes; shared memory counts in each.
       */
      peakRssBytes: count,
    }),
  ),
  /** The complete machine. */
  machine: v.nullable(v.strictObject({ cores: count, busyShare: amount })),
  /** Present: servers were on another machine, of which this is known; `machine` is the client's. */
  targetMachine: v.optional(v.strictObject({ cores: count, busyShare: amount })),
  /** Of the server process, from its first request on, without readiness checks. */
  eventLoop: EventLoopLoad,
  wire: v.nullable(v.strictObject({ down: traffic, up: traffic })),
  /** `segmentsSent` excludes retransmissions. */
  tcp: v.nullable(v.strictObject({ segmentsSent: bySide, retransmits: bySide })),
  udp: v.nullable(v.strictObject({ receiveBufferErrors: bySide, sendBufferErrors: bySide })),
  /** CPU that the recording itself took, in seconds. */
  recorderCpuSeconds: amount,
  timeline: v.nullable(ResourceTimeline),
});
export type CellResources = v.InferOutput<typeof CellResources>;

/** The limiting party of a cell, with the rule and its figure. */
export const Limiter = v.strictObject({
  verdict: v.picklist(['link', 'server', 'client', 'emulator', 'none']),
  why: v.string(),
});
export type Limiter = v.InferOutput<typeof Limiter>;
