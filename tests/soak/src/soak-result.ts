import type { ServerSummary } from '@holbench/core/server/summary';

/** What a variant held at one moment of a soak. */
export interface Reading {
  /** Minutes since its clients began. */
  readonly atMinutes: number;
  /** Resident memory of the server and its proxy together, in MiB. */
  readonly memoryMib: number;
  /** Open descriptors of both: files, sockets, pipes. */
  readonly descriptors: number;
  /** Of the folder of uploads, in MiB. */
  readonly diskMib: number;
  /** The longest load of the client that keeps the rules since the last reading, in ms; null where none ended. */
  readonly slowestLoadMs: number | null;
}

/** One variant's soak. */
export interface SoakResult {
  readonly variant: string;
  readonly readings: readonly Reading[];
  /** Operations that ended as they should. */
  readonly operations: Readonly<Record<string, number>>;
  /** Failures of operations that keep the rules, by operation and reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Of the server's JavaScript thread, by its own count, from the first request on; null where it could not say. */
  readonly eventLoop: ServerSummary['eventLoop'];
  /** Why it ended before its time; null: it did not. */
  readonly ended: string | null;
}
