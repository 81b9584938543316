import * as v from 'valibot';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** However large chunks are, in bytes: of files that wait in a server for all clients, and of those that one client asks for. */
export const MAX_WAITING_FILE_BYTES = GiB;

const limit = (byDefault: number, most = 2 ** 45) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, 'is not a whole number from 1 on'),
      v.maxValue(most),
    ),
    byDefault,
  );

/** In ms: a timer of Node's that is asked for more ends at once. */
const time = (byDefault: number) => limit(byDefault, 2 ** 31 - 1);

/**
 * What clients may take of a server. All are more than clients of the lab ever take, so none is a limit of an
 * experiment. docs/reference/protocol.md, "Limits", says what happens at each.
 */
export const ClientLimits = v.strictObject({
  /** Connections at once. */
  maxConnections: limit(4_096),
  /** Time for all of one request, in ms: what Node allows over HTTP/1.1 by itself. */
  requestMs: time(300_000),
  /** Time after which a WebSocket ends whose client answers no ping, in ms; 8 to 960 s on uWebSockets.js. */
  idleMs: time(120_000),
  /** Requests at once of all clients to Caddy or Envoy over HTTP/2 or HTTP/3. Servers do not look at it. */
  proxyRequests: limit(1_280),
  /** Time after which Caddy and Envoy end what their client reads nothing of, in ms: long, for networks that lose half of all packets. */
  proxyStallMs: time(300_000),
  /** Bytes of answers that wait in the process for one client to read. The server then reads no more requests of it. */
  unreadBytes: limit(4 * MiB),
  /** The same over all clients. The nearer it is, the less waits for one; then one of those with the most is cut off, which waits for longest. */
  allUnreadBytes: limit(16 * MiB),
  /**
   * The sum over all connections of the most bytes of answers that ever waited for each: Node's TLS keeps as much memory
   * until the connection ends. The nearer it is, the less waits for one; then the one that keeps most is cut off.
   */
  allKeptBytes: limit(48 * MiB),
  /**
   * Chunks of files that wait in the process for all clients: 61 users with six downloads each have 366. The one with the most
   * is cut off. Where chunks are so small that `allUnreadBytes` are more, those are the limit.
   */
  allUnreadChunks: limit(600),
  /** Bytes of requests of one WebSocket that wait until it has read its answers. */
  waitingRequestBytes: limit(2 * MiB),
  /** The same over all WebSockets. The one with the most is cut off. */
  allWaitingRequestBytes: limit(32 * MiB),
  /** Bytes of bodies of HTTP requests that have not come complete. The connection with the most is cut off. */
  allBodyBytes: limit(256 * MiB),
  /** Subscriptions of all clients. */
  subscriptions: limit(4_096),
  /** Downloads of one WebSocket at once, and requests of one HTTP/2 connection. */
  downloads: limit(100),
  /** Requests of one HTTP/1.1 connection before their answers. Browsers and proxies send one. */
  pipelinedRequests: limit(16),
  /** Open uploads of one connection. */
  uploads: limit(64),
  /** Texts of the CoValues that clients created, in bytes. The oldest make room. */
  createdBytes: limit(64 * MiB),
  /** Their part of the list that each page asks for, as JSON: about 4 000 with a file. The oldest make room. */
  listBytes: limit(1 * MiB),
  /** Events that are kept for subscribers, in bytes. The oldest make room. */
  eventBytes: limit(64 * MiB),
  /** Files that clients uploaded or declared, in bytes: the 210 × 50 MiB of a full 2c cell, and as much again. The oldest make room. */
  uploadedBytes: limit(20 * GiB),
  /** Of the disk of the uploads, in bytes, no upload takes the last ones. */
  freeDiskBytes: limit(256 * MiB),
});
export type ClientLimits = v.InferOutput<typeof ClientLimits>;

export const DEFAULT_LIMITS: ClientLimits = v.parse(ClientLimits, {});
