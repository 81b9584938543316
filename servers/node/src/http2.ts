import { readFile } from 'node:fs/promises';
import type { Http2ServerResponse, ServerHttp2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { serve } from '@holbench/core/server/serve';
import { FASTIFY_OPTIONS, registerRoutes, type RouteOptions } from './fastify-routes.ts';
import { PiecewiseConnection } from './piecewise-connection.ts';

/** HTTP/2 + SSE over TLS 1.3: Fastify on `node:http2`. */
await serve(async ({ options, pageRoutes, labRoutes, counter }) => {
  const { http2WindowBytes: windowBytes, http2WriteBytes: writeBytes } = options.factors;
  const fastify = Fastify({
    ...FASTIFY_OPTIONS,
    http2: true,
    https: {
      cert: await readFile(options.cert),
      key: await readFile(options.key),
      minVersion: 'TLSv1.3',
      allowHTTP1: false,
      ...(windowBytes === null ? {} : { settings: { initialWindowSize: windowBytes } }),
    },
    // Its type differs in the raw request and response, which `registerRoutes` treats alike.
  }) as unknown as FastifyInstance;
  // What settings cannot say: the window of the connection, over all its streams.
  fastify.server.on('session', (session: ServerHttp2Session) => {
    if (windowBytes !== null) session.setLocalWindowSize(windowBytes);
  });
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], counter, inPiecesOf(writeBytes));
  // Unlike HTTP/1.1's, these connections are not ended by `forceCloseConnections`; and a session
  // that is destroyed waits for what it has written to be read.
  const sockets = new Set<TLSSocket>();
  fastify.server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  await fastify.listen({ host: options.host, port: options.port });
  return async () => {
    for (const socket of sockets) socket.destroy();
    await fastify.close();
  };
});

/** docs/decisions/0008: what the library does by itself, or files in pieces, in turns. */
function inPiecesOf(writeBytes: number | null): RouteOptions {
  if (writeBytes === null) return {};
  return {
    fileConnection: (response) =>
      new PiecewiseConnection(response as unknown as Http2ServerResponse, writeBytes),
  };
}
