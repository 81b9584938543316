import type { IncomingMessage } from 'node:http';
import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { unknownRoute } from '@holbench/core/http/responses';
import type { Connection } from '@holbench/core/connection';
import type { LabResponse, Route } from '@holbench/core/http/route';
import type { ServerOptions } from '@holbench/core/server/command-line';
import type { Served } from '@holbench/core/server/serve';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { CLIENT_HEADER, CLIENT_PROTOCOL_HEADER } from '@holbench/variants/registry';
import { HttpClients } from './http-clients.ts';
import { answer, plainConnection, refusalOf, respond, tooMuch } from './respond.ts';
import { readBody } from './read-body.ts';
import { headOf } from './request-head.ts';
import { countBody, onEndlessBody } from './request-limits.ts';
import type { NodeResponse } from './response-connection.ts';
import { tlsOptions } from './tls-options.ts';

/** How HTTP/2 differs. */
interface ConnectionOptions {
  /** Makes the connection for the body of a file response. */
  readonly fileConnection?: (response: NodeResponse) => Connection;
  /** Cuts a connection off. Default: destroys it. */
  readonly terminate?: (connection: object) => void;
}

/** A request, of whose connection HTTP/2 lends the socket out only in parts. */
type RawRequest = Pick<IncomingMessage, 'socket'> & {
  readonly stream?: Pick<ServerHttp2Stream, 'session'>;
};

/** The part of Fastify's reply that HTTP/1.1 and HTTP/2 have in common. */
interface Reply {
  hijack(): unknown;
  readonly raw: NodeResponse;
}

interface Request {
  Params: Record<string, string>;
  Body: Uint8Array<ArrayBuffer> | undefined;
}

/** Options of every Fastify server, whatever its protocol. */
export const FASTIFY_OPTIONS = {
  // Long parameters, which are no ids, must reach the routes.
  routerOptions: { maxParamLength: 16_384 },
  // An address that cannot be decoded never reaches a route.
  frameworkErrors: (error: unknown, _request: unknown, reply: Reply): void =>
    void refuse(reply, refusalOf(error)),
  // The protocol has no HEAD; on an event stream it would never end.
  exposeHeadRoutes: false,
  forceCloseConnections: true,
} as const;

/** For the rest of a body that a proxy sends on: one that is short has come by then. */
const REFUSED_BODY_MS = 500;
/** For the head of a request: as Caddy's and Envoy's. */
const HEAD_MS = 10_000;
/** Longer than any proxy keeps an unused connection: else a request could meet one that ends. */
const BEHIND_PROXY_IDLE_MS = 600_000;

/** Fastify on `node:https` with TLS 1.3; behind a proxy, on a Unix socket, on `node:http`. */
export async function http1Server(options: ServerOptions): Promise<FastifyInstance> {
  const { requestMs: requestTimeout, maxConnections } = options.limits;
  // Node's own, which would exceed a shorter time for the request.
  const limits = {
    headersTimeout: Math.min(HEAD_MS, requestTimeout),
    connectionsCheckingInterval: Math.min(HEAD_MS / 2, requestTimeout),
  };
  if (behindProxy(options)) {
    return Fastify({
      ...FASTIFY_OPTIONS,
      requestTimeout,
      keepAliveTimeout: BEHIND_PROXY_IDLE_MS,
      http: { ...limits, noDelay: true },
    });
  }
  const https = { ...limits, ...(await tlsOptions(options)) };
  const fastify = Fastify({ ...FASTIFY_OPTIONS, requestTimeout, https });
  fastify.server.maxConnections = maxConnections;
  return fastify;
}

/** Registers the application's routes, for HTTP/1.1 and HTTP/2 alike. */
export function registerRoutes(
  fastify: FastifyInstance,
  routes: readonly Route[],
  { counter, options, lab }: Served,
  { fileConnection = plainConnection, terminate }: ConnectionOptions = {},
): void {
  const clients = new HttpClients(lab.unreadAnswers, options.limits, terminate);
  const clientOf = ({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): object | string =>
    behindProxy(options)
      ? (headers[CLIENT_HEADER]?.toString() ?? raw)
      : clients.of(connectionOf(raw));
  fastify.removeAllContentTypeParsers();
  // Bodies reach the routes as bytes: nothing but the protocol's schemas parses them.
  const readWhole = (request: FastifyRequest, body: IncomingMessage) => {
    const { reader } = clients.of(connectionOf(request.raw));
    return readBody(body, {
      maxBytes: request.routeOptions.bodyLimit,
      announcedBytes: Number(request.headers['content-length'] ?? 0),
      count: () => countBody(body, lab.unreadAnswers, reader),
    });
  };
  fastify.addContentTypeParser('*', readWhole);
  fastify.addHook<Request>('onRequest', async (request, reply) => {
    const isSerial = request.raw.httpVersionMajor === 1;
    const isTooMuch = clients.begin(connectionOf(request.raw), reply.raw, isSerial);
    const refusal = options.gate(headOf(request.raw)) ?? (isTooMuch ? tooMuch() : null);
    if (refusal) {
      // A proxy would send the request of another client on a connection that ends.
      if (behindProxy(options) && !isTooMuch) await discardBody(request, REFUSED_BODY_MS);
      // Else its body is not read, nor what follows it.
      const isEnd = (): boolean => isTooMuch || !request.raw.complete;
      reply.raw.once('finish', () => void (isEnd() && request.raw.destroy()));
      return refuse(reply, refusal);
    }
    // Readiness checks are not counted; they reach a server behind a proxy directly.
    if (request.url !== HEALTH_PATH)
      counter.count(protocolOf(request.raw, options), request.headers['priority']);
    // Fastify's router takes it for `/`.
    if (request.raw.url === '*') await refuse(reply, unknownRoute());
  });
  for (const route of routes) {
    fastify.route<Request>({
      method: route.method,
      url: route.path,
      bodyLimit: Math.max(1, route.maxBodyBytes),
      handler: (request, reply) => {
        reply.hijack();
        const connection = connectionOf(request.raw);
        return answer(route, request, reply.raw, {
          client: clientOf(request),
          onAnswer: (response) => clients.answer(connection, reply.raw, response),
          fileConnection,
          metered: (body, kind) => clients.metered(connection, body, kind),
        });
      },
    });
  }
  fastify.setNotFoundHandler((_request, reply) => refuse(reply, unknownRoute()));
  fastify.setErrorHandler(async (error, request, reply) => {
    const isRead = await discardBody(request);
    if (!isRead) reply.raw.once('finish', () => request.raw.destroy());
    return refuse(reply, refusalOf(error));
  });
}

function connectionOf({ socket, stream }: RawRequest): Http2Session | Socket {
  return stream?.session ?? socket;
}

function refuse(reply: Reply, response: LabResponse): Promise<void> {
  reply.hijack();
  return respond(reply.raw, response);
}

/**
 * Reads and discards the rest of a refused body. Otherwise a proxy or browser that is still sending
 * may lose the answer or wait forever (seen with Caddy's HTTP/3).
 * @param ms after which the rest is not awaited; by default the time of a request.
 * @returns false for a body without a reasonable end.
 */
async function discardBody({ raw }: FastifyRequest, ms?: number): Promise<boolean> {
  if (raw.readableEnded) return true;
  const endless = new AbortController();
  onEndlessBody(raw, () => endless.abort());
  const timer = ms === undefined ? undefined : setTimeout(() => endless.abort(), ms);
  raw.resume();
  // A client that leaves instead needs no answer.
  await finished(raw, { writable: false, signal: endless.signal }).catch(() => {});
  clearTimeout(timer);
  return !endless.signal.aborted;
}

/** Only the proxy reaches the server then: its Unix socket is in a folder that no other user may open. */
function behindProxy({ listenOn }: ServerOptions): boolean {
  return 'path' in listenOn;
}

/** The client's protocol. A proxy states it in a header; from any other client it could be forged. */
export function protocolOf(
  request: Pick<IncomingMessage, 'headers' | 'httpVersion'>,
  options: ServerOptions,
): string {
  const proxied = behindProxy(options) ? request.headers[CLIENT_PROTOCOL_HEADER] : undefined;
  if (typeof proxied !== 'string') return `HTTP/${request.httpVersion}`;
  // Node and Caddy write HTTP/2.0, Envoy HTTP/2.
  return proxied.replace(/^HTTP\/(\d)$/, 'HTTP/$1.0');
}
