import { STATUS_CODES } from 'node:http';

/** uWS wants `404 Not Found`, not a number. */
export const STATUS_LINES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(STATUS_CODES).map(([status, phrase]) => [status, `${status} ${phrase}`]),
);
