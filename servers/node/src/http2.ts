import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import Fastify, { type FastifyInstance } from 'fastify';
import fastifyPackage from 'fastify/package.json' with { type: 'json' };
import { serve } from '@holbench/core/server/serve';
import { FASTIFY_OPTIONS, registerRoutes } from './fastify-routes.ts';
import { PiecewiseConnection } from './piecewise-connection.ts';
import { limitBodyTime } from './request-limits.ts';
import { plainConnection } from './respond.ts';
import type { NodeResponse } from './response-connection.ts';
import { SessionSockets } from './session-sockets.ts';
import { tlsOptions } from './tls-options.ts';

const VERSIONS = { fastify: fastifyPackage.version };

/** HTTP/2 + SSE over TLS 1.3: Fastify on `node:http2`. */
await serve(VERSIONS, async (served) => {
  const { options, pageRoutes, labRoutes } = served;
  const { http2WindowBytes: windowBytes, http2WriteBytes: writeBytes } = options.factors;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type differs in the raw request and response, of which `registerRoutes` uses what both have
  const fastify = Fastify({
    ...FASTIFY_OPTIONS,
    http2: true,
    https: {
      ...(await tlsOptions(options)),
      allowHTTP1: false,
      settings: {
        maxConcurrentStreams: options.limits.downloads,
        ...(windowBytes !== null && { initialWindowSize: windowBytes }),
      },
    },
  }) as unknown as FastifyInstance;
  // The connection's window over all its streams, which is not in the settings.
  fastify.server.on('session', (session: ServerHttp2Session) => {
    if (windowBytes !== null) session.setLocalWindowSize(windowBytes);
  });
  fastify.server.maxConnections = options.limits.maxConnections;
  fastify.server.on('stream', (stream: ServerHttp2Stream) => {
    if (stream.endAfterHeaders) return;
    limitBodyTime(stream, options.limits.requestMs, () => stream.close(constants.NGHTTP2_CANCEL));
  });
  // docs/decisions/0008: the library's own writes, or files in pieces, in turns.
  const fileConnection =
    writeBytes === null
      ? plainConnection
      : (response: NodeResponse) => new PiecewiseConnection(response, writeBytes);
  const sockets = new SessionSockets(fastify.server);
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], served, {
    fileConnection,
    terminate: (session) => sockets.terminate(session),
  });

  await fastify.listen(options.listenOn);
  return async () => {
    // `forceCloseConnections` does not end these, unlike those of HTTP/1.1.
    sockets.terminateAll();
    await fastify.close();
  };
});
