import { readFile } from 'node:fs/promises';
import type { TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { serve } from '@holbench/core/server/serve';
import { FASTIFY_OPTIONS, registerRoutes } from './fastify-routes.ts';

/** HTTP/2 + SSE over TLS 1.3: Fastify on `node:http2`. */
await serve(async ({ options, pageRoutes, labRoutes, counter }) => {
  const fastify = Fastify({
    ...FASTIFY_OPTIONS,
    http2: true,
    https: {
      cert: await readFile(options.cert),
      key: await readFile(options.key),
      minVersion: 'TLSv1.3',
      allowHTTP1: false,
    },
    // Its type differs in the raw request and response, which `registerRoutes` treats alike.
  }) as unknown as FastifyInstance;
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], counter);
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
