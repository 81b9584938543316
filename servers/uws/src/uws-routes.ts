import { STATUS_CODES } from 'node:http';
import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { RequestHead } from '@holbench/core/http/gate';
import { errorResponse, unknownRoute } from '@holbench/core/http/responses';
import type { LabRequest, LabResponse, Route } from '@holbench/core/http/route';
import { MeteredConnection } from '@holbench/core/metered-connection';
import { logError } from '@holbench/core/server/log';
import type { Served } from '@holbench/core/server/serve';
import { readerOf, type UnreadAnswers } from '@holbench/core/unread-answers';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { collectBody } from './collect-body.ts';
import { ResponseConnection } from './response-connection.ts';

/** Registers the application's routes. */
export function registerRoutes(
  app: TemplatedApp,
  routes: readonly Route[],
  { counter, lab, options: { gate, limits } }: Served,
): void {
  const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' } as const;
  for (const route of routes) {
    app[methods[route.method]](route.path, (response, request) => {
      const refusal = gate(headOf(request));
      if (refusal) return deny(response, refusal);
      // Readiness checks are not counted.
      if (route.path !== HEALTH_PATH) counter.count('HTTP/1.1');
      void answer(route, response, request, limits.requestMs, lab.unreadAnswers);
    });
  }
  app.any('/*', (response, request) => {
    const refusal = gate(headOf(request));
    if (refusal) return deny(response, refusal);
    counter.count('HTTP/1.1');
    void respond(response, closedSignal(response), unknownRoute());
  });
}

/** Answers a request that may not pass. The connection ends: its body is not read. */
export function deny(response: HttpResponse, answer: LabResponse): void {
  response.cork(() => {
    writeHead(response, answer);
    response.end(answer.body ?? '', true);
  });
}

async function answer(
  route: Route,
  response: HttpResponse,
  request: HttpRequest,
  requestMs: number,
  unread: UnreadAnswers,
): Promise<void> {
  // The request is valid only until the first await: everything is copied before it.
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name], index) => [
      name,
      request.getParameter(index) ?? '',
    ]),
  );
  const lastEventId = request.getHeader('last-event-id') || undefined;
  const acceptEncoding = request.getHeader('accept-encoding') || undefined;
  const hasBody = route.maxBodyBytes > 0;
  const closed = closedSignal(response);
  const body = hasBody
    ? collectBody(response, route.maxBodyBytes, requestMs, closed, unread)
    : NO_BODY;
  await respond(
    response,
    closed,
    await handle(route, { params, lastEventId, acceptEncoding, client: response }, body),
    unread,
  );
}

async function handle(
  route: Route,
  request: Omit<LabRequest, 'body'>,
  body: Promise<Uint8Array<ArrayBuffer>>,
): Promise<LabResponse> {
  try {
    return await route.handle({ ...request, body: await body });
  } catch (error) {
    return errorResponse(error);
  }
}

/** @param unread where a longer answer is counted while it waits. */
async function respond(
  response: HttpResponse,
  closed: AbortSignal,
  answer: LabResponse,
  unread?: UnreadAnswers,
): Promise<void> {
  const { contentLength, body = '', stream } = answer;
  const ofResponse = new ResponseConnection(response, contentLength, closed);
  const connection = unread ? metered(ofResponse, response, unread) : ofResponse;
  if (!closed.aborted) {
    response.cork(() => {
      writeHead(response, answer);
      if (stream) return;
      // By `end` uWS would keep what the socket does not take, and go on with the requests behind.
      if (body.length > 0) connection.send(body);
      else response.end();
    });
  }
  if (!stream) return;
  try {
    await stream(connection);
    connection.close();
  } catch (error) {
    logError(error);
    if (!closed.aborted) response.close();
  }
}

/**
 * Counts every answer as a file. uWebSockets.js tells responses of one connection not from those of others, so nothing could
 * wait until an answer is read; and no event says that a response was sent, so what is kept would never be forgotten.
 */
function metered(
  body: ResponseConnection,
  response: HttpResponse,
  unread: UnreadAnswers,
): MeteredConnection {
  const reader = readerOf(() => void response.close());
  body.closed.addEventListener('abort', () => unread.forget(reader), { once: true });
  return new MeteredConnection(body, unread, reader, 'files');
}

function writeHead(response: HttpResponse, { status, headers }: LabResponse): void {
  response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  for (const [name, value] of Object.entries(headers)) response.writeHeader(name, value);
}

function closedSignal(response: HttpResponse): AbortSignal {
  const closed = new AbortController();
  response.onAborted(() => closed.abort());
  return closed.signal;
}

/** What the gate decides by. */
export function headOf(request: HttpRequest): RequestHead {
  const header = (name: string): string | undefined => request.getHeader(name) || undefined;
  return {
    method: request.getMethod().toUpperCase(),
    url: `${request.getUrl()}?${request.getQuery() ?? ''}`,
    cookie: header('cookie'),
    host: header('host'),
    origin: header('origin'),
    contentType: header('content-type'),
  };
}

const NO_BODY = Promise.resolve(new Uint8Array(0));
