import { STATUS_CODES } from 'node:http';
import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { errorResponse, unknownRoute } from '@holbench/core/http/responses';
import type { LabRequest, LabResponse, Route } from '@holbench/core/http/route';
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
): void {
  const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' } as const;
  for (const route of routes) {
    app[methods[route.method]](route.path, (response, request) => {
      // Readiness checks are not counted.
      if (route.path !== HEALTH_PATH) counter.count('HTTP/1.1');
      void answer(route, response, request);
    });
  }
  app.any('/*', (response) => {
    counter.count('HTTP/1.1');
    void respond(response, closedSignal(response), unknownRoute());
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
      response.writeStatus(`${answer.status} ${STATUS_CODES[answer.status] ?? ''}`);
      for (const [name, value] of Object.entries(answer.headers)) response.writeHeader(name, value);
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

function closedSignal(response: HttpResponse): AbortSignal {
  const closed = new AbortController();
  response.onAborted(() => closed.abort());
  return closed.signal;
}

const NO_BODY = Promise.resolve(new Uint8Array(0));
