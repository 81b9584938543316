import type { TLSSocket } from 'node:tls';
import express, { type NextFunction, type Request, type Response } from 'express';
import expressPackage from 'express/package.json' with { type: 'json' };
import spdy from 'spdy';
import spdyPackage from 'spdy/package.json' with { type: 'json' };
import { unknownRoute } from '@holbench/core/http/responses';
import { serve } from '@holbench/core/server/serve';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { headOf } from './request-head.ts';
import { HttpClients } from './http-clients.ts';
import { answer, refusalOf, respond, tooLarge, tooMuch } from './respond.ts';
import { countBody, limitBodyTime, onEndlessBody } from './request-limits.ts';
import {
  type SpdyFramer,
  SpdyQueue,
  type SpdyRequest,
  type SpdyResponse,
  writePastSocket,
} from './spdy-response.ts';
import { tlsOptions } from './tls-options.ts';

const VERSIONS = { express: expressPackage.version, spdy: spdyPackage.version };
const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** What `express.raw` leaves of a body: an object without one. */
type RawBody = Uint8Array<ArrayBuffer> | Record<string, never>;

/** HTTP/2 + SSE over TLS 1.3 as it was done before `node:http2`: Express 4 on the package `spdy`. */
await serve(VERSIONS, async ({ options, pageRoutes, labRoutes, counter, lab }) => {
  const clients = new HttpClients(lab.unreadAnswers, options.limits);
  const queues = new WeakMap<TLSSocket, SpdyQueue>();
  const routes = [...pageRoutes, ...labRoutes];
  const app = express().disable('x-powered-by').disable('query parser');
  app.enable('case sensitive routing').enable('strict routing');
  const limit = Math.max(...routes.map(({ maxBodyBytes }) => maxBodyBytes));
  // Bodies reach the routes as bytes: nothing but the protocol's schemas parses them.
  app.use(express.raw({ type: () => true, limit, inflate: false }));
  for (const route of routes) {
    const method = METHODS[route.method];
    app[method]<Record<string, string>, unknown, RawBody>(route.path, (request, response) => {
      const { params, headers } = request;
      const body = request.body instanceof Uint8Array ? request.body : undefined;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as below
      const spdyResponse = response as Response & SpdyResponse;
      const { socket } = spdyResponse.spdyStream.connection;
      void answer(route, { params, headers, body }, response, {
        client: clients.of(socket),
        onAnswer: (answered) =>
          clients.answer(socket, response, answered, (done) =>
            response.once('close', () => queues.get(socket)?.onceEmpty(done)),
          ),
        // Files are counted in the queue.
        metered: (connection, kind) =>
          kind === 'files' ? connection : clients.metered(socket, connection, kind),
      });
    });
  }
  app.use((_request, response) => void respond(response, unknownRoute()));
  // Express knows a handler of errors by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (!response.headersSent) void respond(response, refusalOf(error));
  });

  // Its types lack the limit.
  const streams = { maxStreams: options.limits.downloads, autoSpdy31: false };
  const server = spdy.createServer(
    {
      ...(await tlsOptions(options)),
      spdy: { protocols: ['h2'], connection: streams },
      // Node's parser of HTTP/1.1, which spdy puts aside, sees no request begin: after 85 s it would end
      // every stream.
      headersTimeout: 0,
      requestTimeout: 0,
    },
    (plainRequest, plainResponse) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- spdy adds to both what its types lack
      const [request, response] = [plainRequest as SpdyRequest, plainResponse as SpdyResponse];
      // A client without ALPN may have sent one of HTTP/1.1 before its connection ends (below).
      if (request.spdyVersion !== 4) return void request.socket.destroy();
      const { connection } = response.spdyStream;
      const queue = queues.get(connection.socket);
      if (!queue) return void connection.socket.destroy();
      if (connection._spdyState.stream.count > options.limits.downloads) {
        return response.spdyStream.abort('REFUSED_STREAM');
      }
      writePastSocket(request, response, queue);
      const isTooMuch = clients.begin(connection.socket, response, false);
      const refusal = options.gate(headOf(request)) ?? (isTooMuch ? tooMuch() : null);
      if (refusal) {
        // Its body is not read.
        const end = (): void => void (request.method === 'GET' || response.spdyStream.abort());
        return void respond(response, refusal).then(end);
      }
      if (request.url !== HEALTH_PATH) {
        counter.count(protocolOf(request), request.headers['priority']);
      }
      if (request.method !== 'GET') {
        limitBodyTime(request, options.limits.requestMs, () => response.spdyStream.abort());
        // `express.raw` reads all of a refused body before it says so.
        onEndlessBody(request, () => {
          if (response.headersSent) return response.spdyStream.abort();
          void respond(response, tooLarge()).then(() => response.spdyStream.abort());
        });
        // One that says how long it will be has had its answer.
        if (response.headersSent) return;
        countBody(request, lab.unreadAnswers, clients.of(connection.socket).reader);
        // `express.raw` takes it for the announcement of a body; HTTP/2 needs none.
        request.headers['transfer-encoding'] ??= 'chunked';
      }
      // Express would answer HEAD and OPTIONS by itself, and fails without a method or an address.
      if (request.url && request.method && request.method in METHODS) app(request, response);
      else void respond(response, unknownRoute());
    },
  );
  server.maxConnections = options.limits.maxConnections;
  const sockets = new Set<TLSSocket>();
  // Before spdy's own listener, which makes the connection at once.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    socket.once('pipe', (framer: SpdyFramer) => {
      const { reader } = clients.of(socket);
      queues.set(socket, new SpdyQueue(socket, framer, lab.unreadAnswers, reader));
    });
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    // Without ALPN spdy would serve HTTP/1.1.
    if (socket.alpnProtocol !== 'h2') return void socket.destroy();
    // Each response that waits listens to it.
    socket.setMaxListeners(0);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.listenOn, resolve);
  });
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
});

/** Its `httpVersion` is always that of HTTP/1.1. */
function protocolOf({ httpVersion, spdyVersion }: SpdyRequest): string {
  return spdyVersion === 4 ? 'HTTP/2.0' : `HTTP/${httpVersion}`;
}
