import { FACTORS } from '@holbench/factors/registry';
import { entriesOf, type FactorValues } from '@holbench/factors/values';
import * as v from 'valibot';

/**
 * The defaults of all versions whose manifests lack `defaults`. They are history and never change. A factor that
 * came later joins them when its default changes, with the old one.
 */
const OLD_DEFAULTS = {
  congestionControl: 'cubic',
  quicCongestionControl: 'own',
  notsentLowatBytes: null,
  initialWindowSegments: 10,
  pacing: 'none',
  http2WindowBytes: null,
  http2WriteBytes: null,
  chunkBytes: 102_400,
  encoding: 'raw',
  uploadWindowBytes: 819_200,
  bulkStreams: 1,
  bulkWindowBytes: null,
  priority: 'browser',
  batchMs: 0,
  logging: 'off',
  persistence: 'memory',
  fileRead: 'stream',
} as const satisfies Partial<FactorValues>;

/** A value of every factor as a run folder has them. Runs that were stored before a factor was added had its first default. */
export const StoredFactors = v.pipe(
  v.strictObject({
    ...entriesOf(FACTORS, OLD_DEFAULTS),
    // Settings that earlier versions had: with another value a run cannot be read any more.
    otherSource: v.optional(v.literal('transfer')),
    overflow: v.optional(v.literal('drop-oldest')),
    subscriberQueueEvents: v.optional(v.literal(256)),
  }),
  v.transform(
    ({ otherSource: _load, overflow: _policy, subscriberQueueEvents: _queue, ...own }) => own,
  ),
);
