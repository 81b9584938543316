import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenCheck } from '@holbench/core/http/access';
import { BodyBuffer } from '@holbench/core/http/body-buffer';
import * as v from 'valibot';
import type { Answer, Collector } from './collector.ts';
import { Join, Measured, REQUEST_BYTES, WORKER_PATHS } from './messages.ts';

/** Whether a request has the token. Pages, which send an origin, may not even ask. */
export function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  const isToken = tokenCheck(token);
  return ({ headers }) => {
    const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
    return scheme === 'Bearer' && isToken(given) && headers.origin === undefined;
  };
}

export const isOfWorker = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && Object.values<string>(WORKER_PATHS).includes(url);

/**
 * Answers a request `isOfWorker` that has the token.
 * @param collector null while no cell collects: the worker asks again.
 */
export async function answerWorker(
  request: IncomingMessage,
  response: ServerResponse,
  collector: Collector | null,
): Promise<void> {
  const { status, body } = await answerOf(request, collector);
  if (response.destroyed) return;
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  // What is left of a body that was not read would be taken for the next request.
  const closing = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...closing });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function answerOf(request: IncomingMessage, collector: Collector | null): Promise<Answer> {
  if (collector === null) return { status: 503, body: 'no cell collects now' };
  const text = await textOf(request).catch(() => null);
  // The connection of a longer one is closed.
  if (text === null) return { status: 413, body: `more than ${REQUEST_BYTES} bytes` };
  const json = v.pipe(v.string(), v.parseJson());
  if (request.url === WORKER_PATHS.join) {
    const join = v.safeParse(v.pipe(json, Join), text);
    return join.success ? collector.join(join.output) : malformed(join.issues);
  }
  const measured = v.safeParse(v.pipe(json, Measured), text);
  return measured.success ? collector.measured(measured.output) : malformed(measured.issues);
}

function malformed([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Answer {
  return { status: 400, body: `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}` };
}

/** @throws Error for a body that is too long, or broke off. */
async function textOf(request: IncomingMessage): Promise<string> {
  const body = new BodyBuffer(REQUEST_BYTES);
  for await (const piece of request) {
    const read: Buffer<ArrayBuffer> = piece;
    body.append(read);
    if (body.isTooLarge) throw new RangeError('too long');
  }
  return Buffer.from(body.take()).toString('utf8');
}
