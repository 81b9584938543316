import * as v from 'valibot';

/**
 * Every rule that a request can break, with its HTTP status. A close code is given where RFC 6455
 * §7.4.1 wants the WebSocket closed; otherwise only the request fails.
 */
export const ERRORS = {
  malformed_message: { status: 400, close: 1007 },
  invalid_message: { status: 400, close: null },
  unsupported_data: { status: 415, close: 1003 },
  message_too_large: { status: 413, close: 1009 },
  protocol_version: { status: 400, close: 1002 },
  unknown_route: { status: 404, close: null },
  unknown_covalue: { status: 404, close: null },
  no_file: { status: 404, close: null },
  unknown_upload: { status: 404, close: null },
  unknown_download: { status: 404, close: null },
  chunk_index: { status: 400, close: null },
  chunk_length: { status: 400, close: null },
  chunk_repeated: { status: 409, close: null },
  upload_incomplete: { status: 409, close: null },
  hash_mismatch: { status: 422, close: null },
  too_many: { status: 429, close: null },
  internal: { status: 500, close: 1011 },
} as const satisfies Record<string, { status: number; close: number | null }>;

export type ErrorCode = keyof typeof ERRORS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.keys` forgets the names; there are some
export const ErrorCode = v.picklist(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

/** The JSON body of every HTTP error. */
export const ErrorBody = v.strictObject({ error: ErrorCode, message: v.string() });
export type ErrorBody = v.InferOutput<typeof ErrorBody>;

/** A broken rule. `message` names the rule and may be shown to the client. */
export class LabError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'LabError';
    this.code = code;
  }
}
