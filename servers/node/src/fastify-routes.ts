import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '@holbench/core/connection';
import { errorResponse, unknownRoute } from '@holbench/core/http/responses';
import type { LabResponse, Route } from '@holbench/core/http/route';
import type { ServerOptions } from '@holbench/core/server/command-line';
import { logError } from '@holbench/core/server/log';
import type { RequestCounter } from '@holbench/core/server/request-counter';
import { LabError } from '@holbench/protocol/errors';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { BodyBuffers } from './body-buffers.ts';
import { ResponseConnection } from './response-connection.ts';

const NO_BODY = new Uint8Array(0);

/** What every Fastify server is made with, whatever it speaks. */
export const FASTIFY_OPTIONS = {
  // A parameter of any length gets the routes' own answer: it is no id.
  routerOptions: { maxParamLength: 16_384 },
  // An address that cannot be decoded never reaches a route.
  frameworkErrors: (error: unknown, _request: unknown, reply: unknown): void =>
    // Its type differs between HTTP/1.1 and HTTP/2; what is used of it does not.
    void respond(reply as FastifyReply, asResponse(error)),
  // The protocol has no HEAD; of an event stream it would never end.
  exposeHeadRoutes: false,
  forceCloseConnections: true,
} as const;

/** Where the servers differ. */
export interface RouteOptions {
  /** What a request is counted as. */
  readonly protocolOf?: (request: FastifyRequest) => string;
  /** What the body of a response that moves a file goes through. */
  readonly fileConnection?: (response: FastifyReply['raw']) => Connection;
}

/** Registers the application's routes, for HTTP/1.1 and HTTP/2 alike. */
export function registerRoutes(
  fastify: FastifyInstance,
  routes: readonly Route[],
  counter: RequestCounter,
  { protocolOf = ownProtocol, fileConnection = plainConnection }: RouteOptions = {},
): void {
  const bodies = new BodyBuffers(
    Math.max(...routes.map(({ usualBodyBytes = 0 }) => usualBodyBytes)),
  );
  fastify.removeAllContentTypeParsers();
  // Bodies reach the routes as bytes: nothing but the protocol's schemas parses them.
  fastify.addContentTypeParser('*', (request: FastifyRequest, body: Readable) => {
    const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN);
    return bodies.collect(body, declaredBytes, request.routeOptions.bodyLimit);
  });
  fastify.addHook('onRequest', async (request) => {
    // Probes are the harness's own, and reach a server behind a proxy directly.
    if (request.url !== HEALTH_PATH) counter.count(protocolOf(request));
  });
  for (const route of routes) {
    fastify.route({
      method: route.method,
      url: route.path,
      bodyLimit: Math.max(1, route.maxBodyBytes),
      handler: (request, reply) => answer(route, request, reply, bodies, fileConnection),
    });
  }
  fastify.setNotFoundHandler((_request, reply) => respond(reply, unknownRoute()));
  fastify.setErrorHandler(async (error, request, reply) => {
    await discardBody(request);
    return respond(reply, asResponse(error));
  });
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  bodies: BodyBuffers,
  fileConnection: (response: FastifyReply['raw']) => Connection,
): Promise<void> {
  const lastEventId = request.headers['last-event-id'];
  const body = (request.body as Uint8Array<ArrayBuffer> | undefined) ?? NO_BODY;
  const response = await route.handle({
    params: request.params as Record<string, string>,
    body,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
  });
  bodies.release(body);
  const isFile = response.headers['content-type'] !== 'text/event-stream';
  return respond(reply, response, isFile ? fileConnection : plainConnection);
}

/** Writes past Fastify, whose serialization and hooks have nothing to add to bytes. */
async function respond(
  reply: FastifyReply,
  response: LabResponse,
  connect: (response: FastifyReply['raw']) => Connection = plainConnection,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  const length = response.contentLength;
  raw.writeHead(response.status, {
    ...response.headers,
    ...(length === null ? {} : { 'content-length': length }),
  });
  if (!response.stream) {
    raw.end(response.body);
    return;
  }
  const connection = connect(raw);
  try {
    await response.stream(connection);
    connection.close();
  } catch (error) {
    logError(error);
    raw.destroy();
  }
}

/**
 * Reads what is left of a refused body and throws it away. A proxy or a browser that is still
 * sending it may lose the answer otherwise, or wait for ever (seen with Caddy's HTTP/3).
 */
async function discardBody({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded) return;
  raw.resume();
  // A client that leaves instead needs no answer.
  await finished(raw, { writable: false }).catch(() => {});
}

/** Fastify's own refusals, said in the protocol's words. */
function asResponse(error: unknown): LabResponse {
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode < 500) {
    return errorResponse(new LabError('malformed_message', 'the request is malformed'));
  }
  return errorResponse(error);
}

function plainConnection(response: FastifyReply['raw']): Connection {
  return new ResponseConnection(response);
}

function ownProtocol({ raw }: FastifyRequest): string {
  return `HTTP/${raw.httpVersion}`;
}

/**
 * How to tell what the client spoke. A proxy says it in a header of its own, which is believed only
 * where nothing but the proxy reaches the server: any other client could claim what it likes.
 */
export function requestProtocol({ cert }: ServerOptions): (request: FastifyRequest) => string {
  if (cert !== '') return ownProtocol;
  return (request) => {
    const proxied = request.headers['holbench-client-protocol'];
    return typeof proxied === 'string' ? proxied : ownProtocol(request);
  };
}
