/** What clients may take of the program that they talk to. */
export interface ClientLimits {
  /** Connections at once: more than clients of the lab ever have open, and no limit of an experiment. */
  readonly maxConnections: number;
  /** Time for all of one request, in ms: what Node allows over HTTP/1.1 by itself. */
  readonly requestMs: number;
}

export const CLIENT_LIMITS: ClientLimits = { maxConnections: 4_096, requestMs: 300_000 };
