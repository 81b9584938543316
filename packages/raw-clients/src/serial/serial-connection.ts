import type { TextRequest } from '../http-client.ts';

/** Gets an answer as it comes. Nothing follows `end` or `fail`. */
export interface AnswerSink {
  /** @param length of the body in bytes, as announced; null if it is not. */
  head(status: number, length: number | null): void;
  /**
   * @param piece may be overwritten after the call.
   * @throws Error naming what was not expected; the connection must then be closed.
   */
  body(piece: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** A connection of a serial client, over one version of HTTP. It proves its version. */
export interface SerialConnection extends AsyncDisposable {
  /** Resolves with the reason, after every open request has failed. */
  readonly closed: Promise<Error>;
  request(request: TextRequest, sink: AnswerSink): void;
}
