/** How packets carry streams: one for each connection, or several in each packet. */
export type Transport = 'tcp' | 'quic';

/** Bytes of a stream, from the first to before the last; the first byte of a stream is 0. */
export interface Span {
  readonly stream: number;
  readonly from: number;
  readonly to: number;
}

/**
 * A request or an answer whose last byte a packet carries, or the end of its connection (an alert of TLS). Of
 * QUIC none is told: `exchanges.ts`.
 */
export interface Ended {
  readonly what: 'load' | 'other' | 'answer' | 'close';
  /** The same of a request and its answer; null where an answer is all until the next request (HTTP/1.1). */
  readonly key: string | null;
  /** Payload of an answer; null: not told. */
  readonly bytes: number | null;
}

/** A packet with payload, as one capture has it. */
export interface WirePacket {
  /** When it passed the device, in ms since 1970. */
  readonly atMs: number;
  /** The same at both devices; a copy that is sent later has another one. */
  readonly id: string;
  /** The client's port, which names the connection. */
  readonly port: number;
  readonly fromClient: boolean;
  /** Size of the IP packet. */
  readonly bytes: number;
  readonly spans: readonly Span[];
  /** Where the records of TLS that it completes end in its stream; none of QUIC. */
  readonly recordEnds: readonly number[];
  readonly ended: readonly Ended[];
}
