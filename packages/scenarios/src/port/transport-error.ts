import { LabError } from '@holbench/protocol/errors';

/** Codes of failures that the page itself finds; a server's are `ErrorCode`s of the protocol. */
export type PageErrorCode =
  | 'aborted'
  | 'connection_lost'
  | 'hash_mismatch'
  | 'length_mismatch'
  | 'timeout'
  | 'unexpected_answer';

/** Why an operation failed: an `ErrorCode` of the server, or one of the page's own codes. */
export class TransportError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'TransportError';
    this.code = code;
  }

  /** Gives a thrown value a code: aborts by their reason, broken messages by their rule. */
  static from(thrown: unknown): TransportError {
    if (thrown instanceof TransportError) return thrown;
    if (thrown instanceof LabError) return new TransportError(thrown.code, thrown.message);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const name = thrown instanceof Error ? thrown.name : '';
    // The reason of `AbortSignal.timeout()`, and of `AbortController.abort()`.
    if (name === 'TimeoutError') return pageError('timeout', message);
    if (name === 'AbortError') return pageError('aborted', message);
    // fetch and its streams report a broken connection only as TypeError.
    if (name === 'TypeError') return pageError('connection_lost', message);
    return pageError('unexpected_answer', message);
  }
}

/** A failure found by the page. */
export function pageError(code: PageErrorCode, message: string): TransportError {
  return new TransportError(code, message);
}
