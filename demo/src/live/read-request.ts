import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseJson } from '@holbench/protocol/parse';
import type * as v from 'valibot';

/**
 * Reads a request of the demo's own page.
 * @param schema and `mostBytes`: what it is, and how long it may be.
 * @throws Error that says what is wrong: it comes from elsewhere, or is no request.
 */
export async function readRequest<Schema extends v.GenericSchema>(
  request: IncomingMessage,
  origin: string,
  { schema, mostBytes }: { readonly schema: Schema; readonly mostBytes: number },
): Promise<v.InferOutput<Schema>> {
  const { headers } = request;
  // A form of a foreign page can send neither.
  if (headers.origin !== origin) throw new Error('only the demo’s own page may ask');
  if (headers['content-type'] !== 'application/json') throw new Error('expected JSON');
  if (!(Number(headers['content-length']) <= mostBytes)) throw new Error('the request is too long');
  return parseJson(schema, await text(request));
}
