import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { NETWORKS } from '@holbench/netem/profiles';
import { parseJson } from '@holbench/protocol/parse';
import * as v from 'valibot';

/** What the page asks for. */
export const Control = v.strictObject({
  /** Id of the network to change to: no file, as on the command line. */
  network: v.picklist(NETWORKS.map(({ id }) => id)),
});
export type Control = v.InferOutput<typeof Control>;

/** Longer than any request. */
const MOST_BYTES = 1_000;

/**
 * Reads a request of the demo's own page.
 * @throws Error that says what is wrong: it comes from elsewhere, or is no request.
 */
export async function readControl(request: IncomingMessage, origin: string): Promise<Control> {
  const { headers } = request;
  // A form of a foreign page can send neither.
  if (headers.origin !== origin) throw new Error('only the demo’s own page may ask');
  if (headers['content-type'] !== 'application/json') throw new Error('expected JSON');
  if (!(Number(headers['content-length']) <= MOST_BYTES))
    throw new Error('the request is too long');
  return parseJson(Control, await text(request));
}
