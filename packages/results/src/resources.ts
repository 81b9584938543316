import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

/** The groups of processes that are the client. */
export const CLIENT_GROUPS = ['browser', 'artillery', 'raw-clients'] as const;

/** Whose processes: each with all its descendants. */
export const ProcessGroup = v.picklist(['server', 'proxy', ...CLIENT_GROUPS, 'emulator']);
export type ProcessGroup = v.InferOutput<typeof ProcessGroup>;

/** What one side counted in its namespace. */
const bySide = v.strictObject({ client: count, server: count });

/** IP packets of one direction, whole; sent by one side, and received by the other. */
const traffic = v.strictObject({
  sentPackets: count,
  sentBytes: count,
  receivedPackets: count,
  receivedBytes: count,
});

/**
 * A cell's course in equal steps. Names of groups are those of `processes`; all lists are equally
 * long. What is a share is the mean over a step.
 */
export const ResourceTimeline = v.strictObject({
  intervalMs: amount,
  /** How much of the step was spent on the measurement, not on opening pages for it: 0 to 1. */
  measuring: v.array(amount),
  /** Cores that each group kept busy. */
  cores: v.record(v.string(), v.array(amount)),
  /** The share of one core that the busiest thread of each group had. */
  busiestThread: v.record(v.string(), v.array(amount)),
  /** Share of all the machine's cores that was busy, with whatever. */
  machine: v.array(amount),
  /** IP bytes that arrived, in kbit/s. */
  wireKbps: v.nullable(v.strictObject({ down: v.array(amount), up: v.array(amount) })),
});
export type ResourceTimeline = v.InferOutput<typeof ResourceTimeline>;

/** Of the one thread of JavaScript that a server has; null without a request. */
export const EventLoopLoad = v.nullable(
  v.strictObject({
    /** Share of the time that was not spent waiting for something to do: 0 to 1. */
    utilization: amount,
    /** How late a timer of 10 ms was. */
    delayP99Ms: amount,
    delayMaxMs: amount,
  }),
);

/**
 * What a cell used while its scenario ran: from the start of its first browser (or Artillery) to
 * the last answer, without the checks of its link. Null: cannot be had here. Loopback is shared
 * with others, and macOS has no /proc.
 */
export const CellResources = v.strictObject({
  /** How long that was. */
  seconds: amount,
  processes: v.array(
    v.strictObject({
      group: ProcessGroup,
      cpuSeconds: amount,
      /** Most that all its processes had resident at once, in bytes; what they share counts in each. */
      peakRssBytes: count,
    }),
  ),
  /** Of the machine that everything shares. */
  machine: v.nullable(v.strictObject({ cores: count, busyShare: amount })),
  /** Of the server process, from its first real request on. */
  eventLoop: EventLoopLoad,
  wire: v.nullable(v.strictObject({ down: traffic, up: traffic })),
  /** `segmentsSent` is without the retransmitted ones, and with a proxy's way to its server. */
  tcp: v.nullable(v.strictObject({ segmentsSent: bySide, retransmits: bySide })),
  udp: v.nullable(v.strictObject({ receiveBufferErrors: bySide, sendBufferErrors: bySide })),
  /** CPU that the recording itself took, in seconds. */
  recorderCpuSeconds: amount,
  timeline: v.nullable(ResourceTimeline),
});
export type CellResources = v.InferOutput<typeof CellResources>;

/** What kept a cell from going faster, and the rule that says so, with its figure. */
export const Limiter = v.strictObject({
  verdict: v.picklist(['link', 'server', 'client', 'emulator', 'none']),
  why: v.string(),
});
export type Limiter = v.InferOutput<typeof Limiter>;
