import type { ServerSummary } from '@holbench/core/server/summary';
import type { RecordedResources } from '@holbench/harness/resources/record-resources';
import type { RunningVariant } from '@holbench/harness/start-variant';

/** A variant as a cell needs it, on this machine or at a target. */
export type HostedVariant = Omit<RunningVariant, 'variant' | 'stop'> & {
  /** Its resources, from now on, where they are recorded with it. */
  record(): Promise<void>;
  /**
   * Ends it. Idempotent.
   * @returns its final statistics, null where nobody knows them, and its resources, null where they were recorded here.
   */
  stop(): Promise<{
    readonly summary: ServerSummary | null;
    readonly resources: RecordedResources | null;
  }>;
};
