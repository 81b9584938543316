import * as v from 'valibot';
import { amount, count } from './quantities.ts';
import { Limiter, ProcessGroup } from './resources.ts';

/** What asks: the lab's raw clients, a page, or another load generator that checks them. */
export const DRIVERS = ['raw-clients', 'browser', 'wrk', 'h2load'] as const;
export type Driver = (typeof DRIVERS)[number];

/** The unit of `DurationCounts`, in ms. */
export const DURATION_STEP_MS = 0.01;

/**
 * How many operations took how long: pairs of a duration in steps of 0.01 ms, rounded, and the
 * number of operations, in ascending order.
 */
export const DurationCounts = v.pipe(
  v.array(v.tuple([count, v.pipe(count, v.minValue(1))])),
  v.check(
    (pairs) => pairs.every(([step], index) => index === 0 || step > (pairs[index - 1]?.[0] ?? -1)),
    'durations must ascend',
  ),
);
export type DurationCounts = v.InferOutput<typeof DurationCounts>;

/** One process group in a window. */
const WindowUse = v.strictObject({
  group: ProcessGroup,
  /** User and system time used in the window. */
  cpuSeconds: amount,
  /** Resident memory of its processes when the window began, in bytes. */
  rssBytes: count,
  /** Peak resident memory of each of its processes from their start to the window's end, summed. */
  peakRssBytes: count,
});

/** What one window of a closed loop did. */
export const WindowCount = v.strictObject({
  /** From the first operation's start to the last one's end. */
  seconds: amount,
  /** That succeeded. */
  operations: count,
  failed: count,
  /** Why the first of them failed; '' without any. */
  failure: v.string(),
  /** Payload of the answers, in bytes. */
  bytes: count,
  /** Of the operations that succeeded; empty where the driver does not tell. */
  durations: DurationCounts,
});
export type WindowCount = v.InferOutput<typeof WindowCount>;

/**
 * A closed loop: each client begins its next operation when the last one has ended. They are too
 * many for a sample each, so their durations are counted.
 */
export const OperationWindow = v.pipe(
  v.strictObject({
    /** The operation, such as "load". */
    label: v.string(),
    /** Operations under way at any time. */
    clients: count,
    driver: v.picklist(DRIVERS),
    ...WindowCount.entries,
    /** Empty without /proc. */
    processes: v.array(WindowUse),
    /** The limiting party of the window alone; null without /proc, missing in runs that did not judge it. */
    limiter: v.optional(v.nullable(Limiter)),
  }),
  v.check(
    ({ durations, operations }) =>
      durations.length === 0 || operations === durations.reduce((sum, [, each]) => sum + each, 0),
    'durations must be those of the operations',
  ),
);
export type OperationWindow = v.InferOutput<typeof OperationWindow>;
export type WindowUse = v.InferOutput<typeof WindowUse>;
