import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { readRequest } from '../live/read-request.ts';
import { Seen } from './seen.ts';

/** What the page asks to save. */
export const SaveRequest = v.strictObject({
  seen: Seen,
  /** What the browser calls itself. */
  browser: v.string(),
});
export type SaveRequest = v.InferOutput<typeof SaveRequest>;

/** Thirty races of twelve lanes with 50 messages a second have about 40 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws Error as `readRequest`. */
export async function readSave(request: IncomingMessage, origin: string): Promise<SaveRequest> {
  const seen = await readRequest(request, origin, { schema: Seen, mostBytes: MOST_BYTES });
  return { seen, browser: request.headers['user-agent'] ?? 'unknown' };
}
