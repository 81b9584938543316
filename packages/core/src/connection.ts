/**
 * The one port between the application and a transport: a WebSocket, or the body of an HTTP
 * response. Back-pressure is part of it.
 */
export interface Connection {
  /**
   * Hands data to the transport, which keeps it also when `full`.
   * @returns `full` when the sender should await `drained()` before it sends more; `closed` when
   * the connection has closed and the data was discarded.
   */
  send(data: string | Uint8Array<ArrayBuffer>): SendResult;

  /**
   * Resolves on the transport's drain event, and at once when it is not full, or closed. After the
   * drain of an open connection, the memory of sent data may be reused.
   */
  drained(): Promise<void>;

  /** Aborted when the connection has closed, whichever side closed it. */
  readonly closed: AbortSignal;

  /** Stops reading from the client, where the transport can; what was read already may still come. */
  pause?(): void;

  /** Reads from the client again. */
  resume?(): void;

  /** Cuts the connection off at once, with all that waits in it. A WebSocket can. */
  terminate?(): void;

  /**
   * Sends a part of a message. Messages that are sent before its last part wait for that. Node's WebSocket can.
   * @returns when the next part may follow; false when the connection has closed.
   */
  sendFragment?(data: string | Uint8Array<ArrayBuffer>, isLast: boolean): Promise<boolean>;

  /** Sends a ping of the WebSocket protocol, whose pong comes to `receivePong` of its session. A WebSocket can. */
  ping?(payload: string): void;

  /** Ends the connection: a WebSocket close with `code`, or the end of the response's body. */
  close(code?: number, reason?: string): void;
}

export type SendResult = 'sent' | 'full' | 'closed';

/**
 * Sends and, where the transport is full, waits for it to drain.
 * @param release called when the memory of `data` may be used again; at once for text, which is a copy.
 * @returns false when it has closed.
 */
export function sendAndDrain(
  connection: Connection,
  data: string | Uint8Array<ArrayBuffer>,
  release: () => void = () => {},
): Promise<boolean> {
  const result = connection.send(data);
  if (result === 'full') return drainedOf(connection, release);
  if (result === 'closed' || connection.closed.aborted) return Promise.resolve(false);
  if (typeof data === 'string') release();
  return Promise.resolve(true);
}

// A function of its own: what waits here in thousands must not hold the data, of which the transport has a copy.
async function drainedOf(connection: Connection, release: () => void): Promise<boolean> {
  await connection.drained();
  if (connection.closed.aborted) return false;
  release();
  return true;
}
