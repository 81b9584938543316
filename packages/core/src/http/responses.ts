import { ERRORS, LabError, type ErrorBody } from '@holbench/protocol/errors';
import { logError } from '../server/log.ts';
import type { LabResponse } from './route.ts';

/** No caches: the lab would time the cache. */
export const NO_STORE = { 'cache-control': 'no-store' } as const;

export function jsonResponse(status: number, value: unknown): LabResponse {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return {
    status,
    headers: { ...NO_STORE, 'content-type': 'application/json' },
    contentLength: body.byteLength,
    body,
  };
}

/**
 * A broken rule as its status and JSON. Any other error is logged, and the client sees only
 * `internal`.
 */
export function errorResponse(error: unknown): LabResponse {
  const labError = asLabError(error);
  const body: ErrorBody = { error: labError.code, message: labError.message };
  return jsonResponse(ERRORS[labError.code].status, body);
}

/** The error if it is a broken rule; any other is logged and becomes `internal`. */
export function asLabError(error: unknown): LabError {
  if (error instanceof LabError) return error;
  logError(error);
  return new LabError('internal', 'the server failed; its log says why');
}

export const unknownRoute = (): LabResponse =>
  errorResponse(new LabError('unknown_route', 'there is nothing at this address'));
