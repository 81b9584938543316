import * as v from 'valibot';
import { Name } from './command-text.ts';

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const KIB = 1024;
const MIB = 1024 * KIB;
/** RFC 9113 §6.9.1: the default, and the most that a window can be. */
const HTTP2_WINDOW_BYTES = [65_535, 2 ** 31 - 1] as const;

/**
 * The factors of a run: what may be set besides its networks and how much it moves. Null is the
 * default of the library or the kernel.
 */
export const Settings = v.strictObject({
  /** Of TCP on both sides, such as "cubic". Loopback has the machine's own, whatever this says. */
  congestionControl: Name,
  /** `tcp_notsent_lowat`: what a TCP socket takes beyond what is sent; null: no limit. */
  notsentLowatBytes: v.nullable(whole(KIB, 1024 * MIB)),
  /** Receive windows of the HTTP/2 server, of each stream and of the connection. */
  http2WindowBytes: v.nullable(whole(...HTTP2_WINDOW_BYTES)),
  /** What of big responses the HTTP/2 server may hold ahead of small ones in its own process. */
  http2QueueBytes: v.nullable(whole(KIB, 64 * MIB)),
  /** Pieces in which files move. */
  chunkBytes: whole(KIB, 512 * KIB),
  /** Of the pieces: as they are, or as base64 in JSON. */
  encoding: v.picklist(['raw', 'base64-json']),
  /** 4f and 4g: files of the bulk that move side by side. */
  bulkStreams: whole(1, 10),
  /** Bytes of files that may be on their way, unacknowledged, on a WebSocket; null: no bound. */
  bulkWindowBytes: v.nullable(whole(KIB, 64 * MIB)),
  /** How long small messages of a WebSocket wait for others to travel with; 0: not at all. */
  batchMs: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000)),
  /** What happens to a subscriber whose queue is full. */
  overflow: v.picklist(['drop-oldest', 'block']),
  /** Events that may wait for one subscriber. */
  subscriberQueueEvents: whole(1, 4_096),
});
export type Settings = v.InferOutput<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = {
  congestionControl: 'cubic',
  notsentLowatBytes: null,
  http2WindowBytes: null,
  http2QueueBytes: null,
  chunkBytes: 102_400,
  encoding: 'raw',
  bulkStreams: 1,
  bulkWindowBytes: null,
  batchMs: 0,
  overflow: 'drop-oldest',
  subscriberQueueEvents: 256,
};
