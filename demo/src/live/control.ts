import type { IncomingMessage } from 'node:http';
import { NETWORKS } from '@holbench/netem/profiles';
import * as v from 'valibot';
import { readRequest } from './read-request.ts';

/** What the page asks for. */
export const Control = v.strictObject({
  /** Id of the network to change to: no file, as on the command line. */
  network: v.picklist(NETWORKS.map(({ id }) => id)),
});
export type Control = v.InferOutput<typeof Control>;

/** Longer than any request. */
const MOST_BYTES = 1_000;

/** @throws Error as `readRequest`. */
export function readControl(request: IncomingMessage, origin: string): Promise<Control> {
  return readRequest(request, origin, { schema: Control, mostBytes: MOST_BYTES });
}
