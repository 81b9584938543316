import { STATUS_CODES } from 'node:http';
import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { noToken } from '@holbench/core/http/access';
import { errorResponse, unknownRoute } from '@holbench/core/http/responses';
import type { LabRequest, LabResponse, Route } from '@holbench/core/http/route';
import type { ServerOptions } from '@holbench/core/server/command-line';
import { logError } from '@holbench/core/server/log';
import type { RequestCounter } from '@holbench/core/server/request-counter';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { collectBody } from './collect-body.ts';
import { ResponseConnection } from './response-connection.ts';

/** Registers the application's routes. */
export function registerRoutes(
  app: TemplatedApp,
  routes: readonly Route[],
  counter: RequestCounter,
  { admits }: ServerOptions,
): void {
  const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' } as const;
  for (const route of routes) {
    app[methods[route.method]](route.path, (response, request) => {
      if (!admits(request.getHeader('cookie'))) return deny(response);
      // Readiness checks are not counted.
      if (route.path !== HEALTH_PATH) counter.count('HTTP/1.1');
      void answer(route, response, request);
    });
  }
  app.any('/*', (response, request) => {
    if (!admits(request.getHeader('cookie'))) return deny(response);
    counter.count('HTTP/1.1');
    void respond(response, closedSignal(response), unknownRoute());
  });
}

/** Answers a request without the token. The connection ends: its body is not read. */
export function deny(response: HttpResponse): void {
  const answer = noToken();
  response.cork(() => {
    writeHead(response, answer);
    response.end(answer.body ?? '', true);
  });
}

async function answer(route: Route, response: HttpResponse, request: HttpRequest): Promise<void> {
  // The request is valid only until the first await: everything is copied before it.
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name], index) => [
      name,
      request.getParameter(index) ?? '',
    ]),
  );
  const lastEventId = request.getHeader('last-event-id') || undefined;
  const hasBody = route.maxBodyBytes > 0;
  const closed = closedSignal(response);
  const body = hasBody ? collectBody(response, route.maxBodyBytes, closed) : NO_BODY;
  await respond(response, closed, await handle(route, { params, lastEventId }, body));
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

async function respond(
  response: HttpResponse,
  closed: AbortSignal,
  answer: LabResponse,
): Promise<void> {
  const connection = new ResponseConnection(response, answer.contentLength, closed);
  if (!closed.aborted) {
    response.cork(() => {
      writeHead(response, answer);
      if (!answer.stream) response.end(answer.body ?? '');
    });
  }
  if (!answer.stream) return;
  try {
    await answer.stream(connection);
    connection.close();
  } catch (error) {
    logError(error);
    if (!closed.aborted) response.close();
  }
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

const NO_BODY = Promise.resolve(new Uint8Array(0));
