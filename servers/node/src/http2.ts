import { readFile } from 'node:fs/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { serve } from '@holbench/core/server/serve';
import { registerRoutes } from './fastify-routes.ts';
import { stopFastify } from './stop-fastify.ts';

/** HTTP/2 + SSE over TLS 1.3: Fastify on `node:http2`. */
await serve(async ({ options, pageRoutes, labRoutes, counter }) => {
  const fastify = Fastify({
    http2: true,
    https: {
      cert: await readFile(options.cert),
      key: await readFile(options.key),
      minVersion: 'TLSv1.3',
      allowHTTP1: false,
    },
    forceCloseConnections: true,
    // Its type differs in the raw request and response, which `registerRoutes` treats alike.
  }) as unknown as FastifyInstance;
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], counter);
  await fastify.listen({ host: options.host, port: options.port });
  return stopFastify(fastify);
});
