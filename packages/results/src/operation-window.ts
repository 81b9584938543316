import * as v from 'valibot';
import { amount, count } from './quantities.ts';
import { Limiter, ProcessGroup } from './resources.ts';

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

/** What one window did. */
export const WindowCount = v.object({
  /** From the first operation's start to the last one's end. */
  seconds: amount,
  /** That succeeded. */
  operations: count,
  failed: count,
  /** Why the first of them failed; '' without any. */
  failure: v.string(),
  /** Payload of the answers, in bytes. */
  bytes: count,
});
export type WindowCount = v.InferOutput<typeof WindowCount>;

/** A part of a cell with so many clients. Runs of before have more in it, which is not read. */
export const OperationWindow = v.object({
  /** The operation, such as "load". */
  label: v.string(),
  /** Clients that are there. */
  clients: count,
  ...WindowCount.entries,
  /** Empty without /proc. */
  processes: v.array(WindowUse),
  /** The limiting party of the window alone; null without /proc, missing in runs that did not judge it. */
  limiter: v.optional(v.nullable(Limiter)),
});
export type OperationWindow = v.InferOutput<typeof OperationWindow>;
export type WindowUse = v.InferOutput<typeof WindowUse>;
