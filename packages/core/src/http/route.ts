import type { Endpoint } from '@holbench/protocol/endpoints';
import type { Connection } from '../connection.ts';

/** A request as the routes see it. Everything in it is a copy that outlives the transport's own. */
export interface LabRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The complete body, at most `Route.maxBodyBytes`; empty where there is none. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The same for all requests of one connection. */
  readonly client: object | string;
  /** The `Accept-Encoding` header. */
  readonly acceptEncoding?: string | undefined;
  /** The `Last-Event-ID` header. */
  readonly lastEventId: string | undefined;
}

/**
 * A response: complete (`body`), or written piece by piece by `stream` after its headers. The
 * server always calls `stream`, even when the client has left, and ends the body when it resolves.
 */
export interface LabResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Length of the body in bytes; null where `stream` decides when it ends (SSE). */
  readonly contentLength: number | null;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly stream?: (connection: Connection) => Promise<void>;
}

/** One row of the table that every HTTP server registers. */
export interface Route extends Pick<Endpoint, 'method' | 'path'> {
  readonly maxBodyBytes: number;
  /** Never rejects: a broken rule is a response. */
  readonly handle: (request: LabRequest) => Promise<LabResponse>;
}
