export interface SerialRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** ASCII. */
  readonly path: string;
  /** JSON, or null for none. */
  readonly body: string | null;
}

/** Gets an answer as it comes. Nothing follows `end` or `fail`. */
export interface AnswerSink {
  /** @param length of the body in bytes, as announced; null if it is not. */
  head(status: number, length: number | null): void;
  /** @param piece is overwritten after the call. */
  body(piece: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/**
 * One version of HTTP on one connection, apart from the socket. It proves its version: it rejects
 * whatever is not its own.
 */
export interface HttpSession {
  request(request: SerialRequest, sink: AnswerSink): void;
  /**
   * @param bytes are overwritten after the call.
   * @throws Error naming what was not expected; the connection must then be closed.
   */
  receive(bytes: Buffer): void;
  /** Fails what is open, and every later request. */
  close(error: Error): void;
}

/** Longest head of an answer, in bytes; the lab's have 400. */
export const MAX_HEAD_BYTES = 16 * 1024;

/** A string is sent as UTF-8. */
export type Write = (bytes: Buffer | string) => void;
