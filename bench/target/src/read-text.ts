import type { IncomingMessage } from 'node:http';
import { BodyBuffer } from '@holbench/core/http/body-buffer';
import { UserError } from '@holbench/process/user-error';

/** The body of a request or of an answer. @throws UserError for one that is longer. */
export async function readText(message: IncomingMessage, maxBytes: number): Promise<string> {
  const body = new BodyBuffer(maxBytes);
  for await (const piece of message) {
    body.append(piece);
    if (body.isTooLarge) throw new UserError(`more than ${maxBytes} bytes`);
  }
  return Buffer.from(body.take()).toString('utf8');
}
