/** Why an operation failed: an `ErrorCode` of the server, or one of the page's own codes. */
export class TransportError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'TransportError';
    this.code = code;
  }
}
